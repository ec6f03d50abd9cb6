// Hostile tarballs: each is refused with its problem, changes nothing outside the target and leaves nothing
// behind.
import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { type ArchiveLimits, extractTarball } from '../../src/index.ts';
import {
  base256,
  buildTar,
  buildTarball,
  buildTarballOf,
  endOfArchive,
  gnuLongName,
  paxHeader,
  tarEntry,
  tarFile,
  tarFolder,
  tarHeader,
} from '../build-tar.ts';
import { WIDE_LIMITS } from '../inspect-bytes.ts';
import { makeSandbox, type Sandbox } from '../sandbox.ts';

let sandbox: Sandbox;
beforeEach(() => {
  sandbox = makeSandbox();
});
afterEach(() => sandbox.remove());

/** Files in front, which could be left behind. */
const GOOD = [tarFile('pack.yaml', 'x'), tarFile('primes/@a/b.prime', 'y'), tarFolder('empty/')];

function link(typeflag: string, name: string, linkname: string): Buffer {
  return tarEntry({ name, typeflag, linkname });
}

const ENTRIES: Record<string, readonly [message: RegExp, ...parts: Uint8Array[]]> = {
  'a path with ..': [/has a '\.\.' in it/, tarFile('../canary', 'dead')],
  'a path with .. inside': [/has a '\.\.' in it/, tarFile('primes/../../canary', 'dead')],
  'a folder outside': [/has a '\.\.' in it/, tarFolder('../made/')],
  'a pax path outside': [/has a '\.\.'/, paxHeader([['path', '../canary']]), tarFile('x')],
  'a GNU long name outside': [/has a '\.\.'/, gnuLongName('../../canary'), tarFile('x')],
  'an ustar prefix outside': [/has a '\.\.'/, tarEntry({ name: 'canary', prefix: '..', content: 'dead' })],
  'an absolute path': [/is an absolute path/, tarFile('/tmp/prime-was-here', 'dead')],
  'a drive letter': [/drive letter/, tarFile('C:/prime-was-here', 'dead')],
  'a backslash path': [/contains a backslash/, tarFile('..\\canary', 'dead')],
  'a path with a NUL': [/control/, paxHeader([['path', 'a\0b']]), tarFile('x')],
  'a symbolic link': [/is a symbolic link/, link('2', 'up', '..')],
  'a symbolic link to write through': [
    /is a symbolic link/,
    link('2', 'up', '..'),
    tarFile('up/canary', 'dead'),
  ],
  'a hard link': [/is a hard link/, link('1', 'other', '../canary')],
  'a hard link to write through': [
    /is a hard link/,
    link('1', 'other', '../canary'),
    tarFile('other', 'dead'),
  ],
  'a device': [/is a character device/, tarEntry({ name: 'null', typeflag: '3' })],
  'a named pipe': [/is a named pipe/, tarEntry({ name: 'pipe', typeflag: '6' })],
  'a git repository': [/has '\.git' in it, a git repository/, tarFile('.git/config', '[core]')],
  'a git repository in another case': [/has '\.Git' in it/, tarFile('notes/.Git/config')],
  'the short name of a git repository on NTFS': [/has 'GIT~1' in it/, tarFile('notes/GIT~1/config')],
  'a git repository as a file': [/has '\.git' in it/, tarFile('notes/.git', 'gitdir: ..')],
  'an empty git repository': [/has '\.git' in it/, tarFolder('.git/')],
  'a git repository in other letters': [/has '\.g\u0456t' in it/, tarFile('.g\u0456t/config')],
  'names that differ in case': [/differ only in letter case/, tarFile('Pack.YAML2'), tarFile('pack.yaml2')],
  'folders that differ in case': [/differ only in letter case/, tarFile('Primes/x')],
  'a file twice': [/occurs twice/, tarFile('a', 'first'), tarFile('a', 'second')],
  'a file that becomes a folder': [/both a file and a folder/, tarFile('a'), tarFile('a/b')],
  'a folder that becomes a file': [/both a file and a folder/, tarFile('a/b'), tarFile('a')],
  'a wrong checksum': [/checksum does not match/, tarEntry({ name: 'a', checksum: '0000001\0' })],
  'a size over the end of the archive': [/is cut off inside 'a'/, tarHeader({ name: 'a', size: 1_000_000 })],
  'a size over the limit': [/unpacks to more than/, tarHeader({ name: 'a', size: base256(2n ** 40n) })],
  'a size that two headers disagree on': [/one size in its header/, paxHeader([['size', '9']]), tarFile('a')],
  'a folder with contents': [
    /folder with contents/,
    tarEntry({ name: 'a/', typeflag: '5', mode: '0000755\0', content: 'x' }),
  ],
  'data after the end': [/data after the end/, endOfArchive(), tarFile('a')],
};

const TARBALLS: Record<
  string,
  readonly [message: RegExp, tarball: Uint8Array, limits?: Partial<ArchiveLimits>]
> = {
  'gzip data that is cut off': [/cut off in the middle/, buildTarball(...GOOD).subarray(0, -9)],
  'a wrong check value': [/damaged/, withLastBytes(buildTarball(...GOOD), Buffer.alloc(8, 1))],
  'a byte after the gzip data': [/after the end/, Buffer.concat([buildTarball(...GOOD), Buffer.of(0)])],
  'an archive without its end': [/does not end with two blocks/, gzipSync(Buffer.concat(GOOD))],
  'a record for nothing': [/record for an entry/, buildTarball(...GOOD, gnuLongName('x'))],
  'a bomb': [
    /like a gzip bomb/,
    buildTarball(...GOOD, tarFile('bomb', Buffer.alloc(20 * 1024 * 1024))),
    { maxRatio: 100 },
  ],
  'too many bytes': [
    /more than 9 bytes/,
    buildTarballOf({ a: '12345', b: '67890' }),
    { maxUnpackedBytes: 9 },
  ],
  'too many entries': [
    /more than 3 files/,
    buildTarballOf({ a: '', b: '', c: '', d: '' }),
    { maxEntries: 3 },
  ],
  'too many implied folders': [/more than 3 files/, buildTarballOf({ 'a/b/c/d': '' }), { maxEntries: 3 }],
  'folders alone': [/contains no files/, buildTarball(tarFolder('a/'), tarFolder('b/c/'))],
  'a plain tar': [/not gzip-compressed but a plain tar/, buildTar(...GOOD)],
  'nothing at all': [/is empty/, Buffer.alloc(0)],
};

describe('a hostile tarball', () => {
  for (const [name, [message, ...parts]] of Object.entries(ENTRIES)) {
    it(`with ${name} is refused without a trace`, async () => {
      await expectRefusal(buildTarball(...GOOD, ...parts), message);
    });
  }

  for (const [name, [message, tarball, limits]] of Object.entries(TARBALLS)) {
    it(`with ${name} is refused without a trace`, async () => {
      await expectRefusal(tarball, message, limits);
    });
  }

  it('is not read after its first problem', async () => {
    const chunks = Array.from({ length: 100 }, () => Buffer.alloc(64 * 1024, 'not gzip'));
    let readChunks = 0;
    const source = (function* () {
      for (const chunk of chunks) {
        readChunks += 1;
        yield chunk;
      }
    })();
    const extraction = await extractTarball(source, sandbox.target, WIDE_LIMITS);
    assert.equal(extraction.ok, false);
    assert.ok(readChunks < 5, `${readChunks} chunks were read`);
    assert.equal(source.next().done, true, 'the source was left open');
  });
});

async function expectRefusal(tarball: Uint8Array, message: RegExp, limits = {}): Promise<void> {
  const before = sandbox.pictureOutside();
  for (const chunkBytes of [tarball.length, 500]) {
    const extraction = await extractTarball(cut(tarball, chunkBytes), sandbox.target, {
      ...WIDE_LIMITS,
      ...limits,
    });
    assert.ok(!extraction.ok, 'it was unpacked');
    assert.match(extraction.problem.message, message);
    assert.deepEqual(sandbox.pictureOutside(), before);
  }
}

function* cut(bytes: Uint8Array, chunkBytes: number): Generator<Uint8Array> {
  for (let offset = 0; offset < bytes.length; offset += chunkBytes) {
    yield bytes.subarray(offset, offset + chunkBytes);
  }
}

function withLastBytes(bytes: Uint8Array, last: Uint8Array): Buffer {
  return Buffer.concat([bytes.subarray(0, -last.length), last]);
}
