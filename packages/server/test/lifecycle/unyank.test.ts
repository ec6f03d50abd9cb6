// DELETE /-/primes/…/yank: a yank is taken back, and the version is as before.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { expectProblem, startRegistry } from '@prime-registry/testkit';
import { change, NAME } from './changing.ts';

const registry = await startRegistry({ allowStableYank: true });
after(() => registry.stop());
const reader = registry.anonymous;

test('an unyanked version is listed, latest, found and resolved as before', async () => {
  await registry.author.mustPublish({ version: '1.0.0' });
  await registry.author.mustPublish({ version: '1.1.0' });
  const reads = async () =>
    Promise.all(
      [`/pack/%40acme%2Fweb-style`, `/pack/${NAME}/1.1.0`, '/search?q=web', '/-/feed'].map(
        async (path) => (await reader.get(path)).text,
      ),
    );
  const before = await reads();
  await registry.author.yank(NAME, '1.1.0', { reason: 'wrong' });
  assert.notDeepEqual(await reads(), before);

  const { status, json } = await change(registry.author, 'DELETE', '1.1.0/yank');
  assert.deepEqual([status, json], [200, { name: NAME, version: '1.1.0', yanked: false }]);
  assert.deepEqual(await reads(), before);
  const again = await change(registry.author, 'DELETE', '1.1.0/yank');
  assert.deepEqual([again.status, again.json], [200, json]);
});

test('anyone who may yank may take it back, and nobody else', async () => {
  await registry.author.mustPublish({ version: '2.0.0' });
  await registry.author.yank(NAME, '2.0.0');
  const publisher = await registry.actorWith({ permissions: ['publish'], scopes: ['@acme'] });
  const other = await registry.actorWith({ permissions: ['yank'], scopes: ['@other'] });
  expectProblem(await change(reader, 'DELETE', '2.0.0/yank'), 'unauthenticated');
  expectProblem(await change(publisher, 'DELETE', '2.0.0/yank'), 'permission_missing');
  expectProblem(await change(other, 'DELETE', '2.0.0/yank'), 'scope_not_allowed');
  assert.equal((await reader.get(`/pack/${NAME}/2.0.0`)).json.yanked, true);
  const yanker = await registry.actorWith({ permissions: ['yank'], scopes: ['@acme'] });
  assert.equal((await change(yanker, 'DELETE', '%32.0.0/yank')).status, 200);
});

test('what is not there is a 404', async () => {
  expectProblem(await change(registry.author, 'DELETE', '9.9.9/yank'), 'version_not_found');
  expectProblem(
    await change(registry.author, 'DELETE', '1.0.0/yank', undefined, '@acme/none'),
    'prime_not_found',
  );
});

test('a yank of a stable version needs a reason, if the operator says so', async (t) => {
  const strict = await startRegistry({ allowStableYank: true, requireYankReason: true });
  t.after(strict.stop);
  await strict.author.mustPublish({ version: '1.0.0' });
  await strict.author.mustPublish({ version: '2.0.0-rc.1' });
  const { errors } = expectProblem(await strict.author.yank(NAME, '1.0.0'), 'invalid_request');
  assert.equal(errors?.[0]?.field, 'reason');
  assert.equal((await strict.author.yank(NAME, '2.0.0-rc.1')).status, 200);
  assert.equal((await strict.author.yank(NAME, '1.0.0', { reason: 'Wrong rules; use 1.0.1.' })).status, 200);
});
