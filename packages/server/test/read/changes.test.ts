// The change feed over HTTP: every change of what versions mean, in order, at once for those who wait.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  type Answer,
  eventually,
  expectProblem,
  startRegistry,
  type TestRegistry,
} from '@prime-registry/testkit';

const FEED = '/-/changes';
const JSON_HEADERS = { 'content-type': 'application/json' };

/** A registry with some changes. */
async function startWithChanges(): Promise<TestRegistry> {
  const registry = await startRegistry({ allowStableYank: true });
  const { author, stranger, admin } = registry;
  await author.mustPublish({ version: '1.0.0' });
  await stranger.mustPublish({ name: '@other/a' });
  await author.mustPublish({ version: '1.1.0' });
  assert.equal((await author.yank('@acme/web-style', '1.0.0', { reason: 'wrong' })).status, 200);
  const path = '/-/primes/@acme/web-style';
  const put = (at: string, body: object) =>
    admin.request(`${path}/${at}`, { method: 'PUT', body: JSON.stringify(body), headers: JSON_HEADERS });
  assert.equal((await put('channels/beta', { version: '1.1.0' })).status, 200);
  assert.equal((await put('deprecation', { message: 'old' })).status, 200);
  return registry;
}

const typesOf = ({ json }: Answer): string[] => json.changes.map(({ type }: { type: string }) => type);

describe('the feed', () => {
  test('has each change once, in order, with all that the log says', async () => {
    const registry = await startWithChanges();
    try {
      const { anonymous } = registry;
      const all = await anonymous.get(FEED);
      assert.equal(all.status, 200);
      assert.deepEqual(typesOf(all), [
        'begin',
        'publish',
        'publish',
        'publish',
        'yank',
        'channel',
        'deprecate',
      ]);
      const { changes, size, next, log, partial } = all.json;
      assert.deepEqual([size, partial], [7, undefined]);
      assert.match(next, new RegExp(`^${log}\\.7\\.[0-9a-f]{8}$`));
      assert.deepEqual([changes[4].index, changes[4].version, changes[4].reason], [4, '1.0.0', 'wrong']);
      assert.equal(changes[5].channel, 'beta');
      const manifest = (await anonymous.get('/pack/@acme/web-style/1.1.0')).json;
      assert.equal(changes[3].sha256, manifest.sha256);

      const yanks = await anonymous.get(`${FEED}?type=yank,unyank&scope=@acme,@other`);
      assert.deepEqual(typesOf(yanks), ['yank']);
      assert.equal(yanks.json.next, next);
      const page = await anonymous.get(`${FEED}?limit=3`);
      assert.deepEqual(typesOf(page), ['begin', 'publish', 'publish']);
      const rest = await anonymous.get(`${FEED}?after=${page.json.next}`);
      assert.deepEqual(typesOf(rest), ['publish', 'yank', 'channel', 'deprecate']);
      assert.deepEqual((await anonymous.get(`${FEED}?after=${next}`)).json, { log, changes: [], next, size });
    } finally {
      await registry.stop();
    }
  });

  test('says what would be right in a wrong query', async () => {
    const registry = await startRegistry();
    try {
      const wrong: readonly (readonly [string, RegExp])[] = [
        ['after=7', /'7' is not a cursor such as .*leave it out for the beginning, or write 'end'/],
        ['after=7f3a9c0d1e2b4a56.01', /is not a cursor/],
        ['after=7f3a9c0d1e2b4a56.99999999999999999', /is not a cursor/],
        ['after=%00', /is not a cursor/],
        ['limit=0', /whole number from 1 to 1000/],
        ['limit=1001', /whole number from 1 to 1000/],
        ['wait=31', /whole number from 0 to 30/],
        ['wait=1s', /whole number from 0 to 30/],
        ['type=publsh', /'publsh' is none of the types begin, publish/],
        ['type=', /'' is none of the types/],
        ['scope=acme', /scope/],
        [`scope=${Array.from({ length: 51 }, (_, index) => `@s${index}`)}`, /51 scopes; give at most 50/],
        ['after=end&after=end', /more than once/],
      ];
      for (const [query, message] of wrong) {
        const answer = await registry.anonymous.get(`${FEED}?${query}`);
        expectProblem(answer, 'invalid_query');
        assert.match(answer.json.detail, message);
      }
      await registry.author.mustPublish();
      const other = await registry.anonymous.get(`${FEED}?after=${'0'.repeat(16)}.3`);
      const { next } = other.json;
      expectProblem(other, 'log_restarted', { common: 0, next });
      assert.deepEqual(typesOf(await registry.anonymous.get(`${FEED}?after=${next}`)), ['begin', 'publish']);
    } finally {
      await registry.stop();
    }
  });

  test('of a private registry is for readers, and a token that is revoked during a wait learns nothing', async () => {
    const registry = await startRegistry({ isPrivate: true });
    try {
      expectProblem(await registry.anonymous.get(FEED), 'unauthenticated');
      const reader = await registry.actorWith({ permissions: ['read'], scopes: ['@other'] });
      assert.equal((await reader.get(FEED)).status, 200);
      const waiting = reader.get(`${FEED}?after=end&wait=30`);
      const id = await eventually(async () => {
        const tokens = await registry.store.listTokens();
        const token = tokens.find(({ permissions }) => permissions.join() === 'read');
        assert.ok(token !== undefined && token.lastUsedAtMs !== undefined);
        return token.id;
      });
      assert.equal(typeof id, 'string');
      await registry.store.revokeToken(id, Date.now(), {
        ...{ action: 'token-revoke', atMs: 1, actorId: 'operator', actorName: 'me' },
        ...{ address: undefined, requestId: undefined },
      });
      await registry.author.mustPublish();
      expectProblem(await waiting, 'unauthenticated');
    } finally {
      await registry.stop();
    }
  });
});

describe('a reader who waits', () => {
  test('gets a change when it happens, and nobody else waits for that', async () => {
    const registry = await startRegistry();
    try {
      const { anonymous, author } = registry;
      const waits = Array.from({ length: 10 }, () => anonymous.get(`${FEED}?after=end&wait=30`));
      assert.equal((await anonymous.get(`${FEED}?after=end`)).status, 200);
      await author.mustPublish();
      // A wait may have begun after the publish: it ends with the next one.
      await author.mustPublish({ version: '1.1.0' });
      for (const answer of await Promise.all(waits)) {
        assert.equal(answer.status, 200);
        assert.ok(typesOf(answer).includes('publish'));
      }
    } finally {
      await registry.stop();
    }
  });

  test('gets an empty answer when the registry stops, and does not hold it up', async () => {
    const registry = await startRegistry();
    const waiting = registry.anonymous.get(`${FEED}?after=end&wait=30`);
    await eventually(async () => assert.equal((await registry.anonymous.get('/-/health/live')).status, 200));
    const stopped = registry.stop();
    const answer = await waiting.catch((error: unknown) => error);
    await stopped;
    // A connection that had not sent its request yet is closed.
    if (!(answer instanceof Error)) assert.deepEqual((answer as Answer).json.changes, []);
  });
});
