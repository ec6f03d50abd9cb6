// PUT and DELETE /-/primes/…/channels/:channel.
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { expectProblem, startRegistry } from '@prime-registry/testkit';
import { change, NAME } from './changing.ts';

const clock = { nowMs: Date.UTC(2026, 10, 21, 9, 30, 0) };
const registry = await startRegistry({
  now: () => clock.nowMs,
  allowStableYank: true,
  protectedChannels: ['stable'],
});
after(() => registry.stop());
const { author, anonymous: reader } = registry;

const LIST = '/pack/%40acme%2Fweb-style';
for (const version of ['1.0.0', '1.1.0-beta.1+build.7', '1.1.0-beta.2', '1.1.0-beta.3'])
  await author.mustPublish({ version });

test('a channel names a version, moves, and is removed', async () => {
  const before = (await reader.get(LIST)).text;
  const set = await change(author, 'PUT', 'channels/beta', { version: '1.1.0-beta.1' });
  const channel = { channel: 'beta', version: '1.1.0-beta.1+build.7', since: '2026-11-21T09:30:00Z' };
  assert.deepEqual([set.status, set.json], [200, { name: NAME, channels: [channel] }]);
  clock.nowMs += 60_000;
  await change(author, 'PUT', 'channels/beta', { version: '1.1.0-beta.2' });
  const moved = { channel: 'beta', version: '1.1.0-beta.2', since: '2026-11-21T09:31:00Z' };
  const { json: list } = await reader.get(LIST);
  assert.deepEqual(list.channels, [moved]);
  assert.equal(list.latest, '1.0.0');
  const removed = await change(author, 'DELETE', 'channels/beta');
  assert.deepEqual([removed.status, removed.json], [200, { name: NAME }]);
  assert.equal((await reader.get(LIST)).text, before);
  expectProblem(await change(author, 'DELETE', 'channels/beta'), 'channel_not_found');
});

describe('a name that means something else is refused', () => {
  for (const channel of [
    'latest',
    'v1',
    'v2-beta',
    '1.0.0',
    'x',
    '1.x',
    'Beta',
    'be_ta',
    '-beta',
    'b'.repeat(33),
    'be%20ta',
  ])
    test(channel, async () => {
      const answer = await change(author, 'PUT', `channels/${channel}`, { version: '1.0.0' });
      assert.equal(expectProblem(answer, 'invalid_request').errors?.[0]?.field, 'channel');
    });
});

test('a channel names only what can be installed', async () => {
  const name = '@acme/yanked-channel';
  await author.mustPublish({ name, version: '1.0.0' });
  await author.mustPublish({ name, version: '1.1.0' });
  const set = (version: unknown) => change(author, 'PUT', 'channels/next', { version }, name);
  expectProblem(await set('9.9.9'), 'version_not_found');
  assert.equal(expectProblem(await set('^1'), 'invalid_request').errors?.[0]?.field, 'version');
  assert.equal(expectProblem(await set(undefined), 'invalid_request').errors?.[0]?.field, 'version');
  await author.yank(name, '1.1.0');
  expectProblem(await set('1.1.0'), 'version_yanked');
  assert.equal((await reader.get(`/-/primes/${name}/lifecycle`)).text, JSON.stringify({ name }));
  // One that is yanked later stays what the channel names: nothing else takes its place silently.
  await set('1.0.0');
  await author.yank(name, '1.0.0');
  assert.equal((await reader.get(`/-/primes/${name}/lifecycle`)).json.channels[0].version, '1.0.0');
});

test('only admin tokens change protected channels', async () => {
  const body = { version: '1.0.0' };
  expectProblem(await change(author, 'PUT', 'channels/stable', body), 'channel_protected');
  assert.equal((await change(registry.admin, 'PUT', 'channels/stable', body)).status, 200);
  expectProblem(await change(author, 'DELETE', 'channels/stable'), 'channel_protected');
  assert.equal((await change(registry.admin, 'DELETE', 'channels/stable')).status, 200);
});

test('who may not publish to the scope may not set channels', async () => {
  const body = { version: '1.0.0' };
  const yanker = await registry.actorWith({ permissions: ['yank'], scopes: ['@acme'] });
  const other = await registry.actorWith({ permissions: ['publish'], scopes: ['@other'] });
  expectProblem(await change(reader, 'PUT', 'channels/beta', body), 'unauthenticated');
  expectProblem(await change(yanker, 'PUT', 'channels/beta', body), 'permission_missing');
  expectProblem(await change(other, 'DELETE', 'channels/beta'), 'scope_not_allowed');
});
