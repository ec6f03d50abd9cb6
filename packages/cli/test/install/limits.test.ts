// The most that prime takes from a registry: the user decides, and the project's file can only lower it.
import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import {
  buildTarball,
  createPrimeUser,
  type PrimeUser,
  startRegistry,
  type TestRegistry,
} from '@prime-registry/testkit';
import { writeFiles } from '../pack/prime-folder.ts';

const NAME = '@acme/web-style';

let registry: TestRegistry;
let user: PrimeUser;
before(async () => {
  registry = await startRegistry();
  const files = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`docs/${index}.md`, 'text']));
  // Incompressible, so that the tarball is large too.
  const noise = Array.from({ length: 2000 }, (_, index) => (index * 2_654_435_761) % 4_294_967_291);
  const tarball = buildTarball({ ...files, 'noise.txt': noise.join('\n') });
  await registry.author.mustPublish({ name: NAME, tarball });
});
after(() => registry.stop());
beforeEach(async () => {
  user = await createPrimeUser({ PRIME_REGISTRY: registry.baseUrl });
});
afterEach(() => user.remove());

const set = (...args: readonly string[]) => user.prime(['config', 'set', ...args]);

describe('what prime takes of one Prime', () => {
  for (const [key, low, high, says] of [
    ['max-unpacked', '2KiB', '1MiB', /cannot be unpacked: the archive unpacks to more than 2,048 bytes/],
    ['max-entries', '10', '100', /contains more than 10 files and folders/],
    ['max-tarball', '1KiB', '1MiB', /larger than the limit of 1024 bytes/],
  ] as const) {
    it(`is limited by ${key}, and says how to raise it`, async () => {
      assert.equal((await set(key, low)).code, 0);
      const { code, stderr } = await user.prime(['install', NAME]);
      assert.equal(code, 1);
      assert.match(stderr, says);
      assert.match(
        stderr,
        /help: if you trust its publisher, raise the limit .*'prime config set max-tarball 2GiB'/,
      );
      assert.ok(!(await readdir(user.project)).includes('SKILL.md'));
      assert.deepEqual(await user.prime(['config', 'get', key]), { code: 0, stdout: `${low}\n`, stderr: '' });
      await set(key, high);
      const again = await user.prime(['install', NAME]);
      assert.equal(again.code, 0, again.stderr);
    });
  }

  it('is lowered by the project, and never raised', async () => {
    await writeFiles(user.project, { '.primes/config.yaml': 'max-unpacked: 1KiB\nmax-entries: 5000000\n' });
    assert.equal((await user.prime(['install', NAME])).code, 1);
    await set('max-entries', '10');
    const { limits } = JSON.parse((await user.prime(['config', 'list', '--json'])).stdout);
    assert.deepEqual(limits, [
      { key: 'max-tarball', value: '1GiB', from: null },
      { key: 'max-unpacked', value: '1KiB', from: 'project' },
      { key: 'max-entries', value: '10', from: 'user' },
    ]);
  });

  it('also limits a download', async () => {
    await set('max-tarball', '1', 'KiB');
    const { code, stderr } = await user.prime(['download', NAME]);
    assert.deepEqual([code, /larger than the limit of 1024 bytes/.test(stderr)], [1, true], stderr);
    assert.deepEqual(await readdir(user.project), []);
  });

  it('refuses values that are none, in a command and in a file', async () => {
    for (const args of [
      ['max-unpacked', 'much'],
      ['max-unpacked', '0'],
      ['max-entries', '1e3'],
      ['max-tarball'],
    ]) {
      const { code, stderr } = await set(...args);
      assert.deepEqual([code, /is a (size from 1KiB|whole number from 1)/.test(stderr)], [3, true], stderr);
    }
    await writeFiles(user.configFolder, { 'config.yaml': 'max-entries: 0\nmax-tarball: 1TiB\n' });
    const { code, stderr } = await user.prime(['install', NAME]);
    assert.equal(code, 2);
    assert.match(stderr, /max-entries +must be a whole number .* \(line 1, column 14\)/);
    assert.match(stderr, /max-tarball +must be a size from 1KiB.* \(line 2, column 14\)/);
  });
});
