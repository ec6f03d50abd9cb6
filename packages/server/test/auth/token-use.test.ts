// The last use of a token is recorded to the hour, without delaying requests.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { Actor, eventually, startRegistry } from '@prime-registry/testkit';
import { createToken } from 'prime-registry';
import { TokenUse } from '../../src/actions/tokens/token-use.ts';

const HOUR_MS = 3_600_000;

async function start(t: TestContext) {
  const clock = { nowMs: Date.UTC(2030, 0, 1, 5, 30) };
  const now = () => clock.nowMs;
  const registry = await startRegistry({ now, logLevel: 'debug' });
  t.after(() => registry.stop());
  const request = { name: 'fresh', permissions: ['publish'] as const, scopes: ['@acme'] };
  const { token, secret } = await createToken({ store: registry.store, now }, request);
  const lastUse = async () =>
    (await registry.store.listTokens()).find(({ id }) => id === token.id)?.lastUsedAtMs;
  return { registry, clock, actor: new Actor(registry.baseUrl, secret), lastUse };
}

test('a use is recorded soon, the next one an hour later', async (t) => {
  const { clock, actor, lastUse } = await start(t);
  assert.equal(await lastUse(), undefined);
  const firstMs = clock.nowMs;
  assert.equal((await actor.get('/-/whoami')).status, 200);
  await eventually(async () => assert.equal(await lastUse(), firstMs));
  for (const laterMs of [HOUR_MS - 1, HOUR_MS]) {
    clock.nowMs = firstMs + laterMs;
    assert.equal((await actor.get('/-/whoami')).status, 200);
  }
  await eventually(async () => assert.equal(await lastUse(), firstMs + HOUR_MS));
});

test('a failure to record fails no request', async (t) => {
  const { registry, actor, lastUse } = await start(t);
  registry.store.noteTokenUses = () => Promise.reject(new Error('no room'));
  assert.equal((await actor.publish()).status, 201);
  assert.equal(await lastUse(), undefined);
  await eventually(() => assert.ok(registry.log.some((line) => line.includes('could not be stored'))));
  assert.deepEqual(
    registry.log.filter((line) => JSON.parse(line).level > 30),
    [],
  );
});

test('many uses are one write, and none within the hour', async () => {
  const writes: unknown[] = [];
  const store = { noteTokenUses: async (uses: unknown) => void writes.push(uses) };
  const use = new TokenUse({
    store: store as unknown as ConstructorParameters<typeof TokenUse>[0]['store'],
    now: () => 10 * HOUR_MS,
    onFailure: (error) => assert.fail(String(error)),
  });
  for (const id of ['a', 'b', 'a']) use.note({ id, lastUsedAtMs: undefined });
  use.note({ id: 'c', lastUsedAtMs: 9 * HOUR_MS + 1 });
  await use.flush();
  await use.flush();
  const usedAtMs = 10 * HOUR_MS;
  assert.deepEqual(writes, [
    [
      { id: 'a', usedAtMs },
      { id: 'b', usedAtMs },
    ],
  ]);
});
