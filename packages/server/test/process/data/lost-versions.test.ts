// A restored registry knows versions that its backup lacks: neither an import nor a mirror takes other bytes for
// them.
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { eventually, expectProblem } from '@prime-registry/testkit';
import { listFiles, makeFolder, serveHere } from '../temporary-registry.ts';
import { must, run } from './on-data.ts';

const NAME = '@acme/web-style';
const OTHER = 'ab'.repeat(32);

/** A registry with 1.0.0 and 1.1.0, and the digest of 1.0.0. */
async function startOrigin(t: TestContext) {
  const origin = await serveHere(t);
  for (const version of ['1.0.0', '1.1.0']) await origin.admin.mustPublish({ version });
  const { sha256 } = (await origin.anonymous.get(`/pack/${NAME}/1.0.0`)).json;
  return { ...origin, sha256: String(sha256) };
}

/** A folder that knows that 1.0.0 had this digest. */
async function makeRestored(t: TestContext, sha256: string): Promise<string> {
  const folder = await makeFolder(t);
  await writeFile(join(folder, 'lost-versions'), `${sha256} ${NAME} 1.0.0\n`);
  return folder;
}

test('an import does not store other bytes for a lost version', async (t) => {
  const { dataFolder, sha256 } = await startOrigin(t);
  const file = join(await makeFolder(t), 'primes.tar');
  await must(dataFolder, 'export', file);

  const target = await makeRestored(t, OTHER);
  const refused = await run(target, ['import', file]);
  assert.notEqual(refused.code, 0);
  assert.match(refused.stderr, new RegExp(`1\\.0\\.0 was published before .*SHA-256 ${OTHER}`));
  const restored = await serveHere(t, { dataFolder: target });
  assert.equal((await restored.anonymous.get(`/pack/${NAME}/1.0.0`)).status, 404);
  await restored.stop();

  const same = await makeRestored(t, sha256);
  assert.match(await must(same, 'import', file), /^Imported 2 versions/);
});

test('a mirror neither stores nor passes on other bytes for a lost version', async (t) => {
  const origin = await startOrigin(t);
  const upstreams = JSON.stringify([{ url: origin.baseUrl, 'allow-private-addresses': true }]);
  const environment = { PRIME_REGISTRY_UPSTREAMS: upstreams };
  const dataFolder = await makeRestored(t, OTHER);
  const { anonymous, stop } = await serveHere(t, { dataFolder, environment });
  for (const path of [`/pack/${NAME}/1.0.0`, `/pack/${NAME}/1.0.0/tarball`]) {
    const { detail } = expectProblem(await anonymous.get(path), 'upstream_mismatch');
    assert.match(detail, new RegExp(`1\\.0\\.0 with another tarball .*SHA-256 ${OTHER}`));
  }
  assert.deepEqual(await listFiles(dataFolder, 'blobs/sha256'), []);
  assert.equal((await anonymous.get(`/pack/${NAME}/1.1.0/tarball`)).status, 200);
  await eventually(async () => assert.equal((await listFiles(dataFolder, 'blobs/sha256')).length, 1));
  await stop();
  const synced = await run(dataFolder, ['mirror', 'sync', origin.baseUrl, '--upstreams', upstreams]);
  assert.equal(synced.code, 1);
  assert.match(synced.stderr + synced.stdout, /1\.0\.0 .*was published before/);

  const same = await serveHere(t, { dataFolder: await makeRestored(t, origin.sha256), environment });
  assert.equal((await same.anonymous.get(`/pack/${NAME}/1.0.0/tarball`)).status, 200);
});
