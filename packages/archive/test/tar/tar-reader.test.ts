// Headers, types, paths and the end of an archive: one archive for each rule.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import {
  base256,
  buildTar,
  buildTarball,
  endOfArchive,
  octal,
  type RawEntry,
  tarEntry,
  tarFile,
  tarFolder,
  tarHeader,
} from '../build-tar.ts';
import { inspectBadTar, inspectGood } from '../inspect-bytes.ts';

describe('entries that are accepted', () => {
  const entries: Record<string, RawEntry> = {
    'a ustar file': { content: 'x' },
    'a GNU file': { content: 'x', format: 'gnu' },
    'a file with the type of old archives': { content: 'x', typeflag: '\0' },
    'a file with a path prefix': { content: 'x', prefix: 'some/folder' },
    'a name that fills its field': { content: 'x', name: 'n'.repeat(100), prefix: 'p'.repeat(155) },
    'a size with spaces': { content: 'x', size: Buffer.from('          1 ') },
    'blank owners': { content: 'x', uid: '\0\0\0\0\0\0\0\0', gid: '\0\0\0\0\0\0\0\0' },
    'a time before 1970': { content: 'x', mtime: Buffer.alloc(12, 0xff) },
    'device numbers': { content: 'x', patches: { 329: Buffer.from('0000000\x000000000\0') } },
    'the times that some programs put behind a prefix': {
      content: 'x',
      patches: { 476: Buffer.from(`${octal(0)}${octal(0)}`) },
    },
    'setuid and odd modes': { content: 'x', mode: '0007777\0' },
  };
  for (const [name, entry] of Object.entries(entries)) {
    it(name, async () => {
      const report = await inspectGood(buildTarball(tarEntry(entry), tarFile('last')));
      assert.deepEqual([report.entryCount, report.unpackedBytes], [2, 8]);
    });
  }

  it('the root folder', async () => {
    for (const name of ['./', '.']) await inspectGood(buildTarball(tarFolder(name), tarFile('./x')));
  });
});

describe('entries that are refused', () => {
  const types: Record<string, RegExp> = {
    1: /is a hard link/,
    2: /is a symbolic link/,
    3: /is a character device/,
    4: /is a block device/,
    6: /is a named pipe/,
    7: /is a contiguous file/,
    S: /is a sparse file/,
    K: /is a GNU long link name/,
    M: /is the rest of a file from another volume/,
    V: /is a volume label/,
    D: /is a GNU folder listing/,
    N: /is an old GNU long name/,
    X: /is an entry of the unknown type 0x58/,
    '\xff': /is an entry of the unknown type 0xc3/,
  };
  for (const [typeflag, message] of Object.entries(types)) {
    it(`by type: ${message.source}`, async () => {
      const problem = await inspectBadTar(
        buildTar(tarEntry({ name: 'odd', typeflag, linkname: 'pack.yaml' })),
      );
      assert.match(problem.message, message);
      assert.match(problem.message, /^'odd' is .*; a Prime may contain only files and folders$/);
      assert.deepEqual([problem.code, problem.path], ['invalid', 'odd']);
    });
  }

  it('by type alone, whatever else is in the header', async () => {
    const entry = {
      name: 'odd',
      typeflag: 'V',
      format: Buffer.from('unknown\0', 'latin1'),
      size: Buffer.from('size'),
    };
    assert.match((await inspectBadTar(buildTar(tarEntry(entry)))).message, /^'odd' is a volume label/);
  });

  it('with all of a path that fills its fields', async () => {
    for (const [name, prefix] of [
      ['n'.repeat(100), 'p'],
      ['n', 'p'.repeat(155)],
    ] as const) {
      const { path } = await inspectBadTar(buildTar(tarEntry({ name, prefix, typeflag: '2' })));
      assert.equal(path, `${prefix}/${name}`);
    }
  });

  const entries: readonly (readonly [name: string, entry: RawEntry, message: RegExp])[] = [
    ['a wrong checksum', { checksum: '0000000\0' }, /header of entry 2 .* checksum does not match/],
    [
      'a checksum over signed bytes',
      { name: 'é', checksum: `${signedSum('é')}\0 ` },
      /checksum does not match/,
    ],
    ['a blank checksum', { checksum: '        ' }, /checksum does not match/],
    ['a blank size', { size: Buffer.alloc(12) }, /the size in the header of entry 2/],
    ['a size that is not octal', { size: Buffer.from('00000000008\0') }, /the size in the header/],
    ['a negative size', { size: Buffer.alloc(12, 0xff) }, /the size in the header/],
    ['a size past safe integers', { size: base256(2n ** 60n) }, /the size in the header/],
    ['a mode that is not a number', { mode: 'rw-rw-r-' }, /the mode in the header/],
    ['a user id that is not a number', { uid: 'root\0\0\0\0' }, /the user id in the header/],
    ['a group id of spaces', { gid: '        ' }, /the group id in the header/],
    ['a group id that is not a number', { gid: 'root\0\0\0\0' }, /the group id in the header/],
    ['a time that is not a number', { mtime: '1970-01-01\0\0' }, /the time in the header/],
    ['unknown magic', { format: Buffer.from('ustar\x0001', 'latin1') }, /an unknown tar format/],
    [
      'old magic of other programs',
      { format: Buffer.from('ustar\0\0\0', 'latin1') },
      /an unknown tar format/,
    ],
    ['a prefix in GNU format', { format: 'gnu', prefix: 'elsewhere' }, /an unknown tar format/],
    ['no magic, as in v7', { format: 'v7', typeflag: '\0' }, /an unknown tar format/],
    ['the mark of the star format', { patches: { 508: Buffer.from('tar\0') } }, /an unknown tar format/],
    ['a link target', { linkname: 'target' }, /has a link target but is not a link/],
    ['a file that ends in a slash', { name: 'a/' }, /'a\/' is a file whose path ends in '\/'/],
    [
      'a folder with contents',
      { typeflag: '5', mode: '0000755\0', content: 'x' },
      /is a folder with contents/,
    ],
    ['a folder by its slash only', { name: 'a/', typeflag: '\0' }, /is a file whose path ends in '\/'/],
    ['a folder that nobody can read', { typeflag: '5', mode: '0000077\0' }, /has a mode in which its owner/],
    ['a file that nobody can read', { mode: '0000377\0' }, /has a mode in which its owner cannot read it/],
    ['a file without a mode', { mode: '\0'.repeat(8) }, /has a mode in which its owner cannot read it/],
    ['an empty path', { name: '' }, /is an empty path/],
    ['an empty name with a prefix', { name: '', prefix: 'a' }, /'a\/' is a file whose path ends in '\/'/],
    ['a path that is not UTF-8', { name: Buffer.of(0x61, 0xff) }, /is not valid UTF-8|not valid UTF-8/],
    ['an overlong encoding in UTF-8', { name: Buffer.of(0x2e, 0xc0, 0xae) }, /not valid UTF-8/],
  ];
  for (const [name, entry, message] of entries) {
    it(`for ${name}`, async () => {
      const problem = await inspectBadTar(buildTar(tarFile('first'), tarEntry(entry)));
      assert.match(problem.message, message);
      assert.equal(problem.code, 'invalid');
    });
  }
});

describe('paths', () => {
  const bad: Record<string, RegExp> = {
    '/etc/passwd': /^'\/etc\/passwd' is an absolute path/,
    '../x': /^'\.\.\/x' has a '\.\.' in it/,
    './../x': /^'\.\/\.\.\/x' has a '\.\.' in it/,
    '././x': /has a '\.' part/,
    './/x': /is an absolute path/,
    'a/./x': /has a '\.' part/,
    'a//x': /has an empty part/,
    './': /is a file whose path ends/,
    '.': /is an empty path/,
    'a\x1b[2J': /^'a\\u\{1b\}\[2J' contains a control/,
  };
  for (const [name, message] of Object.entries(bad)) {
    it(`are refused: ${JSON.stringify(name)}`, async () => {
      assert.match((await inspectBadTar(buildTar(tarFile(name)))).message, message);
    });
  }

  it('are refused for folders too', async () => {
    for (const name of ['../', '/', 'a//', '..', './/']) {
      await inspectBadTar(buildTar(tarFolder(name), tarFile('x')));
    }
  });

  it('are refused when they collide, also in implied folders', async () => {
    const { message, path } = await inspectBadTar(buildTar(tarFile('A/x'), tarFile('a/y')));
    assert.match(message, /^'a' and 'A' differ only in letter case/);
    assert.equal(path, 'a/y');
  });

  it('are refused when only a leading ./ distinguishes them', async () => {
    assert.match((await inspectBadTar(buildTar(tarFile('x'), tarFile('./x')))).message, /'x' occurs twice/);
  });

  it('may name a folder twice', async () => {
    await inspectGood(buildTarball(tarFolder('a/'), tarFile('a/x'), tarFolder('./a/'), tarFolder('a')));
  });
});

describe('the end of the archive', () => {
  const file = tarFile('x', 'y'.repeat(600));

  it('may be padded with zeros', async () => {
    for (const paddingBytes of [0, 512, 10_240, 1024 * 1024]) {
      await inspectGood(gzipSync(Buffer.concat([file, endOfArchive(), Buffer.alloc(paddingBytes)])));
    }
  });

  const refused: readonly (readonly [name: string, tar: Uint8Array, message: RegExp])[] = [
    ['nothing at all', Buffer.alloc(0), /cut off: it does not end with two blocks of zeros/],
    ['no block of zeros', file, /cut off: it does not end with two/],
    ['one block of zeros', Buffer.concat([file, Buffer.alloc(512)]), /cut off: it does not end with two/],
    ['less than two blocks', Buffer.concat([file, Buffer.alloc(1023)]), /cut off: it does not end with two/],
    ['half a header', Buffer.concat([file, tarHeader({}).subarray(0, 256)]), /cut off: it does not end/],
    ['a file cut off', file.subarray(0, 600), /cut off inside 'x'/],
    ['a file without its padding', file.subarray(0, 512 + 600), /cut off inside 'x'/],
    ['a record cut off', tarHeader({ typeflag: 'x', size: 10 }), /cut off inside entry 1/],
    [
      'an entry after one block of zeros',
      buildTar(file, Buffer.alloc(512), tarFile('z')),
      /zeros in front of entry 2/,
    ],
    ['an entry after the end', buildTar(file, endOfArchive(), tarFile('z')), /data after the end/],
    [
      'a byte after the end',
      Buffer.concat([buildTar(file), Buffer.alloc(700), Buffer.of(1)]),
      /data after the end/,
    ],
    [
      'endless zeros',
      Buffer.concat([buildTar(file), Buffer.alloc(1024 * 1024 + 1)]),
      /more than 1 MiB of padding/,
    ],
    [
      'part of a block of padding',
      Buffer.concat([buildTar(file), Buffer.alloc(700)]),
      /cut off inside its last block/,
    ],
    ['no entries', endOfArchive(), /contains no files/],
    ['only folders', buildTar(tarFolder('./'), tarFolder('primes/')), /contains no files/],
  ];
  for (const [name, tar, message] of refused) {
    it(`is refused: ${name}`, async () => assert.match((await inspectBadTar(tar)).message, message));
  }
});

/** The checksum of a header with this name, from signed bytes as in some old programs. */
function signedSum(name: string): string {
  const header = tarHeader({ name, checksum: '        ' });
  return header
    .reduce((sum, byte) => sum + (byte < 128 ? byte : byte - 256), 0)
    .toString(8)
    .padStart(6, '0');
}
