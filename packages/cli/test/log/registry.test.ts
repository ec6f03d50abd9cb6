// The log of a real registry, with prime.
import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { createPrimeUser, manifestText, startRegistry } from '@prime-registry/testkit';
import { GOOD_PRIME, writeFiles } from '../pack/prime-folder.ts';

const registry = await startRegistry();
after(() => registry.stop());

test('a publish, an install, and everything that checks them', async () => {
  await using author = await createPrimeUser({
    PRIME_REGISTRY: registry.baseUrl,
    PRIME_REGISTRY_TOKEN: registry.author.token ?? '',
  });
  await writeFiles(author.project, { ...GOOD_PRIME, 'pack.yaml': manifestText({ name: '@acme/logged' }) });
  const published = await author.prime(['publish', '--yes']);
  assert.equal(published.code, 0, published.stderr);
  assert.match(published.stdout, /\n {2}logged +#1\n/);
  assert.match(published.stderr, /is trusted from now on/);
  for (const version of ['1.1.0', '2.0.0'])
    await registry.author.mustPublish({ name: '@acme/logged', version });

  await using user = await createPrimeUser({ PRIME_REGISTRY: registry.baseUrl });
  const installed = await user.prime(['install', '@acme/logged@^1']);
  assert.equal(installed.code, 0, installed.stderr);
  assert.match(installed.stdout, /@acme\/logged +1\.1\.0 .* logged #2\n/);
  assert.deepEqual((await user.prime(['update'])).code, 0);
  const verified = await user.prime(['verify', '--log', '--online']);
  assert.match(verified.stdout, /^1 Prime intact, 1 in the log of \S+ \(4 entries, seen just now\)\.\n$/);
  const whole = await user.prime(['log', 'verify']);
  assert.equal(whole.code, 0, whole.stdout + whole.stderr);
  assert.match(whole.stdout, /^4 entries of .* make sense: 3 versions of 1 Prime\.\n$/);
  assert.match((await user.prime(['log', 'status'])).stdout, /\n +entries +4 \(root /);
  assert.equal((await user.prime(['log', 'watch', '@acme', '--once'])).stdout.split('\n').length, 4);
  assert.deepEqual((await readdir(join(user.stateFolder, 'logs'))).length, 2);
});

test('an install from a mirror is in the log of the mirror', async () => {
  await using mirror = await startMirror();
  await registry.author.mustPublish({ name: '@acme/pulled' });
  await using user = await createPrimeUser({ PRIME_REGISTRY: mirror.baseUrl });
  const installed = await user.prime(['install', '@acme/pulled']);
  assert.equal(installed.code, 0, installed.stderr);
  assert.match(installed.stdout, /@acme\/pulled +1\.0\.0 .* logged #1, and #4 of http\S+\n/);
  const verified = await user.prime(['log', 'verify']);
  assert.equal(verified.code, 0, verified.stdout + verified.stderr);
});

async function startMirror() {
  const upstream = {
    ...{ url: registry.baseUrl, scopes: ['*'], token: undefined, timeoutMs: 5000, listMaxAgeMs: 60_000 },
    ...{ allowsPrivateAddresses: true, acceptsNotFoundPages: false },
  };
  const mirror = await startRegistry({ upstreams: [upstream] });
  return { baseUrl: mirror.baseUrl, [Symbol.asyncDispose]: () => mirror.stop() };
}
