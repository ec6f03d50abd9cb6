// Archives that one tar program reads differently from another. Each was accepted once, and names the program.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  base256,
  buildTar,
  buildTarball,
  gnuLongName,
  paxHeader,
  type RawEntry,
  tarEntry,
  tarFile,
  tarFolder,
} from '../build-tar.ts';
import { inspectBadTar, inspectGood } from '../inspect-bytes.ts';

const LONG = `${'long-name/'.repeat(12)}x.prime`;
const file = (entry: RawEntry) => tarEntry({ name: 'file', content: 'content', ...entry });
const pax = (keyword: string, value: string | Uint8Array) => [paxHeader([[keyword, value]]), tarFile('file')];
const hidden = tarFile('pack.yaml', 'name: "@evil/x"\n');

const ARCHIVES: Readonly<Record<string, readonly [parts: readonly Uint8Array[], message: RegExp]>> = {
  'a folder in the header, a file by its pax path: Python unpacks the contents as entries': [
    [paxHeader([['path', 'notes.md']]), tarEntry({ name: 'notes/', typeflag: '\0', content: hidden })],
    /'notes\.md' is a file whose path ends in '\/'/,
  ],
  'a folder in the header, a file by its GNU name': [
    [gnuLongName(LONG), tarEntry({ name: LONG.slice(0, 100), typeflag: '\0', content: hidden })],
    /is a file whose path ends in '\/'/,
  ],
  'a folder by its slash only: BusyBox makes a file': [
    [tarEntry({ name: 'folder/', typeflag: '\0' }), tarFile('x')],
    /is a file whose path ends in '\/'/,
  ],
  'a record in a comment: npm obeys it': [pax('comment', '\n12 size=512'), /'comment' to a value that not/],
  'a path in a comment': [pax('comment', 'x\n18 path=evil.txt'), /'comment' to a value that not/],
  'a path in the name of a user': [pax('uname', '\n18 path=evil.txt'), /'uname' to a value that not/],
  'a path in the value of an attribute': [
    pax('SCHILY.xattr.user.x', '\n18 path=evil.txt'),
    /'SCHILY\.xattr\.user\.x' to a value that not/,
  ],
  'a path after a sign and spaces': [
    pax('LIBARCHIVE.xattr.x', 'a\n \t+18 path=evil.txt'),
    /'LIBARCHIVE\.xattr\.x' to a value that not/,
  ],
  'a path in the name of an attribute': [
    pax('SCHILY.xattr.x\n18 path', 'evil.txt'),
    /sets 'SCHILY\.xattr\.x\\u\{a\}18 path', which may/,
  ],
  'a NUL in the name of a user: Go refuses it': [pax('uname', 'a\0b'), /'uname' to a value that not/],
  'a comment that is not UTF-8: bsdtar fails': [
    pax('comment', Uint8Array.of(0xff)),
    /'comment' to a value that not/,
  ],
  'a user id that no system has: GNU tar fails': [pax('uid', '4294967296'), /'uid' to a value that not/],
  'the user id -1 as a number': [pax('gid', '4294967295'), /'gid' to a value that not/],
  'a pax path of digits: npm reads a number': [
    pax('path', `0${'1'.repeat(120)}`),
    /has a path of only digits/,
  ],
  'a keyword twice': [
    [
      paxHeader([
        ['mtime', '1'],
        ['mtime', '2'],
      ]),
      tarFile('file'),
    ],
    /has 'mtime' twice/,
  ],
  'a pax header without records: tar-stream loses its place': [
    [paxHeader([]), tarFile('file')],
    /^the pax header of entry 1 is empty/,
  ],
  'a pax size in front of a GNU name: npm 6 reads the name at that size': [
    [paxHeader([['size', '7']]), gnuLongName(LONG), tarFile('x')],
    /both a pax header and a GNU long name/,
  ],
  'a path in the padding of a pax header: Python obeys it': [
    [tarEntry({ typeflag: 'x', size: 12, content: '12 mtime=17\n12 path=evil\n' }), tarFile('file')],
    /^a record in front of entry 1 has bytes after its end/,
  ],
  'a global header between a pax header and its entry: Go forgets the path': [
    [paxHeader([['path', 'é']]), paxHeader([['comment', 'x']], 'g'), tarFile('file')],
    /^entry 1 has a global pax header after another record/,
  ],
  "a file './.', which is no name": [[tarFile('x'), file({ name: '.', prefix: '.' })], /has a '\.' part/],
  "a folder './.'": [[tarFile('x'), tarFolder('./.')], /has a '\.' part/],
  'times for all entries': [
    [paxHeader([['mtime', '1']], 'g'), tarFile('file')],
    /sets 'mtime' for all entries/,
  ],
  'a mode in base-256: npm fails': [
    [file({ mode: base256(0o644n).subarray(4).fill(0x80, 0, 1) })],
    /the mode/,
  ],
  'a user id over 32 bits: GNU tar fails': [
    [
      file({
        uid: base256(2n ** 40n)
          .subarray(4)
          .fill(0x80, 0, 1),
      }),
    ],
    /the user id in the header/,
  ],
  'a negative group id: GNU tar fails': [
    [file({ gid: Buffer.alloc(8, 0xff) })],
    /the group id in the header/,
  ],
  'a time that no system can set: Python fails': [
    [file({ mtime: Buffer.from([0x80, 0x01, ...Buffer.alloc(10)]) })],
    /the time in the header/,
  ],
  'a device number that is not a number: Go fails': [
    [file({ patches: { 337: Buffer.from('0x1') } })],
    /the device number in the header/,
  ],
  'a small size in base-256 of a GNU name: GNU tar sees another name': [
    [tarEntry({ name: '././@LongLink', typeflag: 'L', size: base256(4n), content: 'name' }), tarFile('file')],
    /the size in the header/,
  ],
  'bytes after the name: npm keeps them after a line break': [
    [file({ name: 'file\0\rmore' })],
    /the name in the header of entry 1 has bytes after its end/,
  ],
  'bytes after the prefix': [[file({ prefix: 'folder\0more' })], /an unknown tar format/],
  'times after the prefix that are no numbers': [
    [file({ patches: { 476: Buffer.from('yesterday') } })],
    /an unknown tar format/,
  ],
  'a record with a link target: npm skips it': [
    [tarEntry({ typeflag: 'x', linkname: 'x', content: '12 path=name\n' }), tarFile('file')],
    /a record in front of entry 1 has a link target/,
  ],
  'a link target after a NUL': [[file({ linkname: '\0target' })], /has a link target but is not a link/],
  'no magic: BusyBox fails': [[file({ format: 'v7' })], /an unknown tar format/],
  'a path in NFD: bsdtar unpacks its NFC form': [pax('path', 'cafe\u0301.md'), /decomposed Unicode form/],
};

describe('archives that programs read differently are refused', () => {
  for (const [name, [parts, message]] of Object.entries(ARCHIVES)) {
    it(name, async () => {
      const problem = await inspectBadTar(buildTar(...parts));
      assert.match(problem.message, message);
      assert.equal(problem.code, 'invalid');
    });
  }
});

describe('archives that all programs read in the same way are accepted', () => {
  const archives: Readonly<Record<string, readonly Uint8Array[]>> = {
    'a GNU name that is cut at a slash': [
      gnuLongName(LONG),
      tarEntry({ name: LONG.slice(0, 100), format: 'gnu' }),
    ],
    'a folder whose pax path has a slash and whose header has not': [
      paxHeader([['path', 'é/']]),
      tarFolder('_'),
      tarFile('é/x'),
    ],
    'binary attributes with a line break, as macOS has them': [
      ...pax('SCHILY.xattr.com.apple.provenance', Uint8Array.of(1, 2, 0, 10, 0x3d, 200, 10)),
    ],
    'the group id of a directory service, in base-256': [
      file({ gid: base256(1_234_567_890n).subarray(4).fill(0x80, 0, 1) }),
    ],
  };
  for (const [name, parts] of Object.entries(archives)) {
    it(name, async () => {
      assert.ok((await inspectGood(buildTarball(...parts))).entryCount > 0);
    });
  }
});

describe('records that cost more than they say', () => {
  const comments = (count: number) =>
    paxHeader(Array.from({ length: count }, (_, index) => [`SCHILY.xattr.user.x${index}`, 'value']));

  it('are limited in one header', async () => {
    await inspectGood(buildTarball(comments(256), tarFile('file')));
    const { message } = await inspectBadTar(buildTar(comments(257), tarFile('file')));
    assert.match(
      message,
      /^the pax header of entry 1 has more than 256 records; make the archive without ext/,
    );
  });

  it('are limited in the whole archive, by their number', async () => {
    const parts = (count: number) =>
      Array.from({ length: 100 }, (_, index) => [comments(count), tarFile(`file-${index}`)]).flat();
    await inspectGood(buildTarball(...parts(40)));
    const { message } = await inspectBadTar(buildTar(...parts(80)));
    assert.match(message, /^the archive has too many pax records for 42 entries; make it without extended/);
  });

  it('are limited in the whole archive, by their length', async () => {
    const parts = (sizeBytes: number) =>
      Array.from({ length: 100 }, (_, index) => [
        paxHeader([['SCHILY.xattr.user.x', 'x'.repeat(sizeBytes)]]),
        tarFile(`file-${index}`),
      ]).flat();
    await inspectGood(buildTarball(...parts(12_000)));
    const { message } = await inspectBadTar(buildTar(...parts(60_000)));
    assert.match(message, /^the archive has too many pax records for 19 entries/);
  });
});
