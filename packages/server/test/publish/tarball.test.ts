// Refused tarballs, one or a few of each class: what the archive package finds reaches the author as a 400.
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { gunzipSync, gzipSync } from 'node:zlib';
import { buildTarball, startRegistry, type TestRegistry } from '@prime-registry/testkit';
import { expectRefused } from './refusal.ts';

const good = buildTarball({ 'README.md': 'text' });
const goodTar = gunzipSync(good);
const HEADER_BYTES = 512;

/** A tarball with one entry of this type and link name. */
function tarballWithType(typeflag: string, linkName = ''): Buffer {
  const tar = gunzipSync(buildTarball({ entry: '', 'README.md': 'text' }));
  tar.write(typeflag, 156, 'latin1');
  tar.write(linkName, 157, 'latin1');
  tar.write('        ', 148, 'latin1');
  const sum = tar.subarray(0, HEADER_BYTES).reduce((total, byte) => total + byte, 0);
  tar.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
  return gzipSync(tar);
}

function damaged(bytes: Buffer, offset: number): Buffer {
  const copy = Buffer.from(bytes);
  copy[offset] = (copy[offset] ?? 0) ^ 0xff;
  return copy;
}

const withPath = (...paths: string[]) => buildTarball(Object.fromEntries(paths.map((path) => [path, 'x'])));

const refused: readonly (readonly [what: string, tarball: Uint8Array, says: RegExp])[] = [
  ['is text', Buffer.from('just text'), /not gzip-compressed/],
  ['is one byte', Buffer.from([0x1f]), /cut off|not gzip/],
  ['is a zip file', Buffer.from('PK\x03\x04 and so on', 'latin1'), /not gzip-compressed but .*zip/i],
  ['is an uncompressed tar', goodTar, /not gzip-compressed but .*tar/],
  ['is gzip but not a tar', gzipSync('just text'), /cut off|archive/],
  ['is cut off in its gzip data', good.subarray(0, -20), /cut off/],
  ['is cut off in its gzip trailer', good.subarray(0, -3), /cut off/],
  ['has a wrong checksum', damaged(good, good.length - 6), /damaged/],
  ['has trailing garbage', Buffer.concat([good, Buffer.from('garbage')]), /data after the end/],
  ['has trailing zeros', Buffer.concat([good, Buffer.alloc(512)]), /data after the end/],
  ['has a tar cut off in an entry', gzipSync(goodTar.subarray(0, 514)), /cut off inside 'README.md'/],
  ['has a tar without its end', gzipSync(goodTar.subarray(0, 1024)), /two blocks of zeros/],
  ['has a damaged tar header', gzipSync(damaged(goodTar, 0)), /checksum/],
  [
    'has data after the end of its tar',
    gzipSync(Buffer.concat([goodTar, Buffer.alloc(512, 'x')])),
    /data after the end/,
  ],
  [
    'has a git repository',
    withPath('README.md', 'notes/.Git/config'),
    /'notes\/\.Git\/config' has '\.Git' in it, a git repository/,
  ],
  ['holds nothing', buildTarball({}), /contains no files/],
  ['has only folders', buildTarball({ 'primes/': '' }), /contains no files/],
  ['has an absolute path', withPath('/etc/passwd'), /absolute path/],
  ['leaves its folder', withPath('../evil.md'), /'\.\.'/],
  ['leaves its folder and returns', withPath('a/../b.md'), /'\.\.'/],
  ['has a backslash', withPath('a\\b.md'), /backslash/],
  ['has a drive letter', withPath('C:/a.md'), /drive letter|Windows/],
  ['has a control character in a name', withPath('a\nb.md'), /control or invisible/],
  ['has a symbolic link', tarballWithType('2', '/etc/passwd'), /symbolic link/],
  ['has a hard link', tarballWithType('1', 'README.md'), /hard link/],
  ['has a character device', tarballWithType('3'), /device/],
  ['has a block device', tarballWithType('4'), /device/],
  ['has a named pipe', tarballWithType('6'), /pipe|FIFO/i],
  ['has names that differ only in case', withPath('Guide.md', 'guide.md'), /differ only in letter case/],
  ['has folders that differ only in case', withPath('Docs/a.md', 'docs/b.md'), /differ only in letter case/],
  ['has one file twice', gzipSync(Buffer.concat([goodTar.subarray(0, 1024), goodTar])), /occurs twice/],
  ['has a file that is also a folder', withPath('a', 'a/b.md'), /both a file and a folder/],
  ['has a PACK.YAML', withPath('PACK.YAML'), /spell it 'pack\.yaml'/],
  [
    'has a pack.yaml over 256 KiB',
    buildTarball({ 'pack.yaml': '#'.repeat(256 * 1024 + 1) }),
    /larger than 256 KiB/,
  ],
  ['is a gzip bomb', buildTarball({ 'zeros.bin': Buffer.alloc(24 * 2 ** 20) }), /gzip bomb/],
];

suite('a tarball that is refused', () => {
  let registry: TestRegistry;
  before(async () => {
    registry = await startRegistry();
  });
  after(() => registry.stop());

  for (const [what, tarball, says] of refused) {
    test(what, async () => {
      const problem = await expectRefused(registry, () => registry.author.publish({ tarball }), {
        code: 'invalid_tarball',
        fields: ['tarball'],
      });
      assert.match(problem.errors?.[0]?.message ?? '', says);
      assert.match(problem.detail, says);
    });
  }

  test('a valid one is published after all of them', async () => {
    assert.equal((await registry.author.publish({ tarball: good })).status, 201);
  });
});
