// The folder of the tarballs is away, as an unmounted volume is: no tarball in it counts as missing or removed.
import assert from 'node:assert/strict';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { eventually, expectProblem } from '@prime-registry/testkit';
import { listFiles, makeFolder, makeRegistry, type RegistryHere, serveHere } from '../temporary-registry.ts';
import { must, publishMany, run, tarballOf } from './on-data.ts';

const PRIME = '@acme/web-style';
const REMOVE = ['remove', `${PRIME}@1.1.0`, '--category', 'secret'];

interface AwayRegistry extends RegistryHere {
  /** Puts the folder back. */
  putBack(): Promise<void>;
}

/** A registry with three versions whose tarballs are away. */
async function serveAway(t: TestContext): Promise<AwayRegistry> {
  const registry = await serveHere(t);
  await publishMany(registry, 3);
  const folder = join(registry.dataFolder, 'blobs');
  await rename(folder, `${folder}-away`);
  return { ...registry, putBack: () => rename(`${folder}-away`, folder) };
}

const remove = ({ admin }: RegistryHere) =>
  admin.request(`/-/primes/${PRIME}/1.1.0/removal`, { method: 'POST', body: '{"category":"secret"}' });

test('a removal is not finished, and the server finishes it when the folder is back', async (t) => {
  const registry = await serveAway(t);
  expectProblem(await remove(registry), 'storage_unavailable');
  expectProblem(await registry.anonymous.get(`/pack/${PRIME}/1.1.0`), 'version_removed');
  await registry.putBack();
  await eventually(async () =>
    assert.equal((await listFiles(registry.dataFolder, 'blobs')).filter(isBlob).length, 2),
  );
  assert.equal((await remove(registry)).status, 200);
});

test('repeated when the folder is back, a removal is finished at once', async (t) => {
  const registry = await serveAway(t);
  expectProblem(await remove(registry), 'storage_unavailable');
  await registry.putBack();
  assert.equal((await remove(registry)).status, 200);
  assert.equal((await listFiles(registry.dataFolder, 'blobs')).filter(isBlob).length, 2);
});

test('the next start finishes a removal that its process could not finish', async (t) => {
  const registry = await serveAway(t);
  await registry.stop();
  const { dataFolder } = registry;
  const { code, stderr } = await run(dataFolder, REMOVE);
  assert.equal(code, 1);
  assert.match(stderr, /the folder of the tarballs is not there: /);
  await registry.putBack();
  assert.equal((await listFiles(dataFolder, 'blobs')).filter(isBlob).length, 3);
  await serveHere(t, { dataFolder });
  await eventually(async () => assert.equal((await listFiles(dataFolder, 'blobs')).filter(isBlob).length, 2));
});

test('reads and publishes are a 503', async (t) => {
  const { admin, anonymous } = await serveAway(t);
  expectProblem(await anonymous.get(`/pack/${PRIME}/1.0.0/tarball`), 'storage_unavailable');
  // The very bytes that a version here has.
  const again = await admin.publish({ version: '2.0.0', tarball: tarballOf('number 0') });
  expectProblem(again, 'storage_unavailable');
  expectProblem(await anonymous.get(`/pack/${PRIME}/2.0.0`), 'version_not_found');
});

test('no command takes the tarballs for missing', async (t) => {
  const registry = await serveAway(t);
  const { dataFolder } = registry;
  const backup = join(await makeFolder(t), 'backup');
  for (const args of [
    ['verify'],
    ['gc'],
    ['gc', '--delete', '--older-than', '1ms'],
    ['lost-versions', 'find'],
    ['backup', backup],
  ]) {
    const { code, stdout, stderr } = await run(dataFolder, args);
    assert.equal(code, 1, args.join(' '));
    assert.match(stderr, /the folder of the tarballs is not there: /, args.join(' '));
    assert.doesNotMatch(stdout + stderr, /missing/, args.join(' '));
  }
  await registry.putBack();
  assert.match(await must(dataFolder, 'verify'), /all is well/);
  await must(dataFolder, 'backup', backup);
});

test('a registry that never had a tarball needs no folder for them', async (t) => {
  const dataFolder = await makeRegistry(t);
  await must(dataFolder, 'token', 'create', '--name', 'first', '--permission', 'publish', '--scope', '@acme');
  assert.match(await must(dataFolder, 'verify'), /all is well/);
  assert.equal(await must(dataFolder, 'gc'), 'There is nothing to remove.\n');
});

function isBlob(path: string): boolean {
  return /[0-9a-f]{64}$/.test(path);
}
