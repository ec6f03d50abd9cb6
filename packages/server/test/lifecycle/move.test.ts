// PUT and DELETE /-/primes/…/move.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { expectProblem, startRegistry } from '@prime-registry/testkit';
import { change, NAME } from './changing.ts';

const registry = await startRegistry();
after(() => registry.stop());
const { author, admin, anonymous: reader } = registry;
const LIST = '/pack/%40acme%2Fweb-style';

test('the old name is still read as before, says where it went, and takes no publishes', async () => {
  await author.mustPublish({ version: '1.0.0' });
  const { moved_to: _, ...before } = (await reader.get(LIST)).json;
  expectProblem(await change(author, 'PUT', 'move', { to: '@acme/styles' }), 'move_refused');
  await author.mustPublish({ name: '@acme/styles', version: '2.0.0' });
  const moved = await change(author, 'PUT', 'move', { to: '@acme/styles' });
  assert.deepEqual([moved.status, moved.json], [200, { name: NAME, moved_to: '@acme/styles' }]);

  assert.deepEqual((await reader.get(LIST)).json, { ...before, moved_to: '@acme/styles' });
  assert.equal((await reader.get(`/pack/${NAME}/1.0.0`)).json.moved_to, '@acme/styles');
  assert.equal((await reader.get(`/pack/${NAME}/1.0.0/tarball`)).status, 200);
  const { headers } = await reader.get(LIST);
  assert.equal(headers.get('link'), '</pack/%40acme%2Fstyles>; rel="successor-version"');
  const { detail } = expectProblem(await author.publish({ version: '1.1.0' }), 'prime_moved');
  assert.equal(detail, `${NAME} is now @acme/styles: publish new versions under that name.`);

  assert.equal((await change(author, 'DELETE', 'move')).status, 200);
  assert.deepEqual((await reader.get(LIST)).json, before);
  await author.mustPublish({ version: '1.1.0' });
});

test('a move needs a token for both scopes', async () => {
  await admin.mustPublish({ name: '@other/styles' });
  expectProblem(await change(author, 'PUT', 'move', { to: '@other/styles' }), 'scope_not_allowed');
  const other = await registry.actorWith({ permissions: ['publish'], scopes: ['@other'] });
  expectProblem(await change(other, 'PUT', 'move', { to: '@other/styles' }), 'scope_not_allowed');
  const both = await registry.actorWith({ permissions: ['publish'], scopes: ['@acme', '@other'] });
  assert.equal((await change(both, 'PUT', 'move', { to: '@other/styles' })).status, 200);
  expectProblem(await change(reader, 'PUT', 'move', { to: '@other/styles' }), 'unauthenticated');
});

test('a move that leads nowhere is refused', async () => {
  await author.mustPublish({ name: '@acme/a' });
  await author.mustPublish({ name: '@acme/b', version: '1.0.0-rc.1' });
  const move = (name: string, to: unknown) => change(author, 'PUT', 'move', { to }, name);
  expectProblem(await move('@acme/a', '@acme/a'), 'move_refused');
  expectProblem(await move('@acme/none', '@acme/a'), 'prime_not_found');
  assert.equal(expectProblem(await move('@acme/a', 'b'), 'invalid_request').errors?.[0]?.field, 'to');
  assert.equal((await move('@acme/a', '@acme/b')).status, 200);
  assert.match(
    expectProblem(await move('@acme/b', '@acme/a'), 'move_refused').detail,
    /has itself moved, to @acme\/b/,
  );
  await author.yank('@acme/b', '1.0.0-rc.1');
  await author.mustPublish({ name: '@acme/c' });
  expectProblem(await move('@acme/c', '@acme/b'), 'move_refused');
});
