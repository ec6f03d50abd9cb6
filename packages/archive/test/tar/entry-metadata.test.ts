// Records in front of entries: obeyed, ignored and refused ones.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  base256,
  buildTar,
  buildTarball,
  gnuLongName,
  octal,
  paxHeader,
  tarEntry,
  tarFile,
  tarFolder,
} from '../build-tar.ts';
import { inspectBadTar, inspectGood } from '../inspect-bytes.ts';

const MTIME = paxHeader([['mtime', '1']]);
const COMMENT = paxHeader([['comment', 'x']], 'g');
const LONG_PATH = `primes/${'folder/'.repeat(30)}x.prime`;

describe('records that are accepted', () => {
  const archives: Record<string, readonly Uint8Array[]> = {
    'a pax path': [paxHeader([['path', LONG_PATH]]), tarFile('short')],
    'a pax path in UTF-8': [paxHeader([['path', 'primes/é日本.prime']]), tarFile('short')],
    'a GNU long name': [gnuLongName(LONG_PATH), tarFile('short')],
    'a GNU long name without its NUL': [
      tarEntry({ name: '././@LongLink', typeflag: 'L', content: LONG_PATH }),
      tarFile('short'),
    ],
    'a pax path over a name that is not UTF-8': [
      paxHeader([['path', 'primes/x.prime']]),
      tarEntry({ name: Buffer.of(0xff), content: 'content' }),
    ],
    'a global pax header, as git writes it': [
      paxHeader([['comment', 'a commit']], 'g'),
      tarFile('primes/x.prime'),
    ],
    'the size that the header has too': [paxHeader([['size', '7']]), tarFile('primes/x.prime')],
    'harmless keywords': [
      paxHeader([
        ['mtime', '1700000000.123456789'],
        ['atime', '1'],
        ['ctime', '1'],
        ['uid', '1000'],
        ['gid', '1000'],
        ['uname', 'someone'],
        ['gname', 'some'],
        ['comment', 'é'],
        ['hdrcharset', 'ISO-IR 10646 2000 UTF-8'],
        ['LIBARCHIVE.creationtime', '1'],
        ['LIBARCHIVE.xattr.com.example', 'AAAA'],
        ['SCHILY.xattr.com.example', Uint8Array.of(0xff, 0, 10)],
        ['SCHILY.fflags', 'nodump'],
        ['SCHILY.dev', '1'],
        ['SCHILY.ino', '1'],
        ['SCHILY.nlink', '1'],
        ['SCHILY.acl.access', 'user::rw-'],
        ['RHT.security.selinux', 'x'],
      ]),
      tarFile('primes/x.prime'),
    ],
  };
  for (const [name, parts] of Object.entries(archives)) {
    it(name, async () => {
      const report = await inspectGood(buildTarball(...parts));
      assert.deepEqual([report.entryCount, report.unpackedBytes, report.atoms], [1, 7, 1]);
    });
  }

  it('and apply to one entry only', async () => {
    const report = await inspectGood(
      buildTarball(
        paxHeader([['path', 'primes/1.prime']]),
        tarFile('a'),
        gnuLongName('primes/2.prime'),
        tarFile('b'),
        tarFile('c'),
      ),
    );
    assert.deepEqual([report.entryCount, report.atoms], [3, 2]);
  });

  it('name folders too', async () => {
    const folder = 'compiled/@a/atom/';
    for (const record of [paxHeader([['path', folder]]), gnuLongName(folder)]) {
      assert.equal((await inspectGood(buildTarball(record, tarFolder('short'), tarFile('x')))).atoms, 1);
    }
  });
});

describe('records that are refused', () => {
  const file = tarFile('file');
  const archives: readonly (readonly [name: string, parts: readonly Uint8Array[], message: RegExp])[] = [
    [
      'a path twice',
      [
        paxHeader([
          ['path', 'a'],
          ['path', 'b'],
        ]),
        file,
      ],
      /has 'path' twice/,
    ],
    [
      'a size twice',
      [
        paxHeader([
          ['size', '7'],
          ['size', '7'],
        ]),
        file,
      ],
      /has 'size' twice/,
    ],
    ['a link path', [paxHeader([['linkpath', 'x']]), file], /^the pax header of entry 1 sets 'linkpath'/],
    ['a sparse map', [paxHeader([['GNU.sparse.major', '1']]), file], /is a sparse file/],
    ['a sparse name', [paxHeader([['GNU.sparse.name', 'x']]), file], /is a sparse file/],
    ['another real size', [paxHeader([['SCHILY.realsize', '9']]), file], /sets 'SCHILY\.realsize'/],
    ['another type', [paxHeader([['SCHILY.filetype', 'x']]), file], /sets 'SCHILY\.filetype'/],
    ['an unknown keyword', [paxHeader([['ACME.thing', 'x']]), file], /sets 'ACME\.thing'/],
    ['a keyword of Object', [paxHeader([['constructor', 'x']]), file], /sets 'constructor'/],
    [
      'a binary character set',
      [paxHeader([['hdrcharset', 'BINARY']]), file],
      /sets 'hdrcharset' to a value that not every/,
    ],
    [
      'a time that is not a number',
      [paxHeader([['mtime', 'now']]), file],
      /sets 'mtime' to a value that not every/,
    ],
    ['an empty group id', [paxHeader([['gid', '']]), file], /sets 'gid' to a value that not every/],
    [
      'a user id that is a name',
      [paxHeader([['uid', 'root']]), file],
      /sets 'uid' to a value that not every/,
    ],
    ...['1x', 'x1', '1.5x', '9'.repeat(13)].map(
      (time) =>
        [
          `the time ${time}`,
          [paxHeader([['mtime', time]]), file],
          /sets 'mtime' to a value that not every/,
        ] as const,
    ),
    ...['1x', 'x1', '9'.repeat(11)].map(
      (id) =>
        [
          `the user id ${id}`,
          [paxHeader([['uid', id]]), file],
          /sets 'uid' to a value that not every/,
        ] as const,
    ),
    ...['ISO-IR 10646 2000 UTF-8 BE', 'not ISO-IR 10646 2000 UTF-8'].map(
      (name) =>
        [
          `the character set ${name}`,
          [paxHeader([['hdrcharset', name]]), file],
          /sets 'hdrcharset' to/,
        ] as const,
    ),
    ...[
      'ACME.LIBARCHIVE.x',
      'SCHILY.fflagsx',
      'SCHILY.devmajor',
      'SCHILY.inode',
      'SCHILY.nlinks',
      'SCHILY.xattrs',
    ].map(
      (keyword) =>
        [`the keyword ${keyword}`, [paxHeader([[keyword, '1']]), file], /which may change what/] as const,
    ),
    [
      'a global path',
      [paxHeader([['path', 'x']], 'g'), file],
      /^the global pax header of entry 1 sets 'path'/,
    ],
    ['a global size', [paxHeader([['size', '7']], 'g'), file], /sets 'size'/],
    ['an empty pax path', [paxHeader([['path', '']]), file], /^entry 1 has an empty path/],
    ['an empty long name', [gnuLongName(''), file], /^entry 1 has an empty path/],
    ['a pax path with a NUL', [paxHeader([['path', 'a\0b']]), file], /control/],
    ['a pax path with a byte order mark', [paxHeader([['path', '\ufeffx']]), file], /invisible/],
    ['a long name with a NUL', [gnuLongName('a\0b'), file], /control/],
    [
      'a pax path that is not UTF-8',
      [paxHeader([['path', Uint8Array.of(0x61, 0xff)]]), file],
      /not valid UTF-8/,
    ],
    ['a pax path with ..', [paxHeader([['path', '../x']]), file], /'\.\.\/x' has a '\.\.'/],
    ['a long name with ..', [gnuLongName('../x'), file], /'\.\.\/x' has a '\.\.'/],
    ['an absolute pax path', [paxHeader([['path', '/x']]), file], /absolute/],
    [
      'a path over 1024 bytes',
      [paxHeader([['path', `${'a/'.repeat(600)}b`]]), file],
      /longer than 1024 bytes/,
    ],
    [
      'a pax size unlike the header',
      [paxHeader([['size', '8']]), file],
      /one size in its header and another/,
    ],
    ['a pax size for a folder', [paxHeader([['size', '8']]), tarFolder('a')], /one size in its header/],
    [
      'a pax size that the header could hold',
      [paxHeader([['size', String(8 ** 11 - 1)]]), file],
      /one size in its header and another/,
    ],
    ['a pax size that is no number', [paxHeader([['size', '7.0']]), file], /pax size of entry 1/],
    ['a negative pax size', [paxHeader([['size', '-7']]), file], /pax size of entry 1/],
    ['an empty pax size', [paxHeader([['size', '']]), file], /pax size of entry 1/],
    ['a pax size past safe integers', [paxHeader([['size', '9'.repeat(20)]]), file], /pax size of entry 1/],
    [
      'two paths',
      [gnuLongName('a'), paxHeader([['path', 'b']]), file],
      /both a pax header and a GNU long name/,
    ],
    [
      'two paths the other way',
      [paxHeader([['path', 'b']]), gnuLongName('a'), file],
      /both a pax header and a GNU/,
    ],
    ['two pax headers', [MTIME, MTIME, file], /two records of the type pax header/],
    ['two long names', [gnuLongName('a'), gnuLongName('a'), file], /two records of the type GNU long name/],
    ['two global headers', [COMMENT, COMMENT, file], /two records of the type global/],
    ['a pax header at the end', [file, MTIME], /a record for an entry that does not follow/],
    ['a long name at the end', [file, gnuLongName('a')], /a record for an entry that does not follow/],
    ['a global header at the end', [file, COMMENT], /a record for an entry that does not follow/],
    [
      'a malformed pax header',
      [tarEntry({ typeflag: 'x', content: '9 path=a\n\n' }), file],
      /entry 1 is malformed/,
    ],
    [
      'a pax header over 64 KiB',
      [tarEntry({ typeflag: 'x', size: 64 * 1024 + 1, content: '' }), file],
      /larger than 64 KiB/,
    ],
    ['a huge long name', [tarEntry({ typeflag: 'L', size: base256(2n ** 40n) }), file], /larger than 64 KiB/],
  ];
  for (const [name, parts, message] of archives) {
    it(name, async () => {
      const problem = await inspectBadTar(buildTar(...parts));
      assert.match(problem.message, message);
      assert.equal(problem.code, 'invalid');
    });
  }
});

it('a pax size past what the header can say replaces it', async () => {
  const record = paxHeader([['size', String(8 ** 11)]]);
  const problem = await inspectBadTar(
    buildTar(record, tarEntry({ name: 'huge', size: Buffer.from(octal(0)) })),
  );
  assert.deepEqual([problem.code, problem.path], ['too_large', 'huge']);
});
