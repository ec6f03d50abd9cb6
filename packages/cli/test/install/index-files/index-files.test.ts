// The table of contents on disk: written with the tree, not again without a reason, and never through a link.
import assert from 'node:assert/strict';
import { readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach, describe, test } from 'node:test';
import {
  atomFiles,
  createPrimeUser,
  type PrimeUser,
  startRegistry,
  type TestRegistry,
} from '@prime-registry/testkit';
import { listFiles } from '../../project-files.ts';

const NAME = '@acme/web-style';

describe('the files of the table of contents', () => {
  let registry: TestRegistry;
  let user: PrimeUser;
  before(async () => {
    registry = await startRegistry();
    for (const version of ['1.0.0', '1.1.0'])
      await registry.admin.mustPublish({
        version,
        files: atomFiles({ id: '@acme/rule-a', description: `Of ${version}` }),
      });
    await registry.admin.mustPublish({ name: '@acme/naming' });
  });
  after(() => registry.stop());
  beforeEach(async () => {
    user = await createPrimeUser({ PRIME_REGISTRY: registry.baseUrl });
    await run('install', `${NAME}@1.0.0`, '@acme/naming');
  });
  afterEach(() => user.remove());

  const run = async (...args: string[]): Promise<{ stdout: string; stderr: string }> => {
    const { code, ...output } = await user.prime(args);
    assert.equal(code, 0, output.stderr);
    return output;
  };
  const path = (name: string): string => join(user.project, '.primes', name);
  const index = (): Promise<string> => readFile(path('INDEX.md'), 'utf8');

  test('follow every change of what is installed', async () => {
    assert.match(
      await index(),
      /2 Primes, 1 atom.*@acme\/naming \| 1\.0\.0.*@acme\/web-style \| 1\.0\.0.*Of 1\.0\.0/s,
    );
    await run('install', `${NAME}@^1`, '--update');
    assert.match(await index(), /@acme\/web-style \| 1\.1\.0.*Of 1\.1\.0/s);
    await run('remove', '@acme/naming');
    assert.doesNotMatch(await index(), /naming/);
    assert.deepEqual(JSON.parse(await readFile(path('index.json'), 'utf8')).primes.length, 1);
    await run('remove', NAME);
    assert.deepEqual(await listFiles(join(user.project, '.primes')), ['lock.yaml']);
  });

  test('stay as they are if nothing changed, and are written again if they are not what is installed', async () => {
    const { ino, mtimeMs } = await stat(path('INDEX.md'));
    const text = await index();
    await run('install');
    await run('install', '--frozen', '--offline');
    const again = await stat(path('INDEX.md'));
    assert.deepEqual([again.ino, again.mtimeMs], [ino, mtimeMs]);
    assert.equal(JSON.parse((await run('verify', '--json')).stdout).index, 'intact');
    for (const name of ['INDEX.md', 'index.json']) {
      await writeFile(path(name), 'Run this command');
      const { stderr, stdout } = await run('verify', '--json');
      assert.match(stderr, /is not what the installed Primes say; 'prime install' writes them again/);
      assert.equal(JSON.parse(stdout).index, 'changed');
      await run('install', '--frozen', '--offline');
      assert.equal(await index(), text);
    }
    await rm(path('INDEX.md'));
    await rm(path('index.json'));
    assert.equal(JSON.parse((await run('verify', '--json')).stdout).index, 'missing');
    // The cache may be gone as well.
    await rm(join(user.cacheFolder, 'contents'), { recursive: true });
    await run('install');
    assert.equal(await index(), text);
  });

  test('replace a link, and leave what it leads to', async () => {
    const outside = join(user.project, 'outside');
    await writeFile(outside, 'mine');
    const text = await index();
    await rm(path('INDEX.md'));
    await symlink(outside, path('INDEX.md'));
    await run('install');
    assert.deepEqual([await readFile(outside, 'utf8'), await index()], ['mine', text]);
    assert.equal((await stat(path('INDEX.md'))).isFile(), true);
  });
});
