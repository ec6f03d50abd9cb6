// A private registry: reads need a token with the permission, and shared caches must not keep them.
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { Actor, type Answer, expectProblem, startRegistry } from '@prime-registry/testkit';

const registry = await startRegistry({ isPrivate: true, failedAuthRate: 'off' });
after(() => registry.stop());
await registry.author.mustPublish();

const reader = await registry.actorWith({ permissions: ['read'], scopes: ['@other'] });
const publisher = await registry.actorWith({ permissions: ['publish', 'yank'], scopes: ['*'] });
const expired = await registry.actorWith({ permissions: ['read'], scopes: ['*'], expiresAtMs: 1 });

const READS = [
  '/pack/%40acme%2Fweb-style',
  '/pack/@acme/web-style/1.0.0',
  '/pack/@acme/web-style/1.0.0/tarball',
  '/search?q=web',
  '/-/primes/@acme/web-style/1.0.0/pack.yaml',
  '/-/primes',
  '/-/log',
  '/-/log/checkpoint',
  '/-/log/tile/entries/000.p/1',
  '/-/log/consistency?from=1&to=1',
  '/-/primes/@acme/web-style/1.0.0/proof',
  '/-/log/proofs?primes=@acme/web-style@1.0.0',
  '/-/metrics',
];

const both = (actor: Actor, path: string): Promise<Answer[]> =>
  Promise.all(['GET', 'HEAD'].map((method) => actor.request(path, { method })));

describe('a read', () => {
  for (const path of READS) {
    test(`${path} requires a token that may read`, async () => {
      for (const actor of [reader, registry.admin]) {
        const statuses = (await both(actor, path)).map(({ status }) => status);
        assert.deepEqual(statuses, [200, 200]);
      }
      const unauthenticated = [registry.anonymous, expired, new Actor(registry.baseUrl, 'pri_nonsense')];
      for (const actor of unauthenticated) {
        const [get, head] = (await both(actor, path)) as [Answer, Answer];
        expectProblem(get, 'unauthenticated');
        assert.equal(head.status, 401);
        for (const { headers } of [get, head]) assert.equal(headers.get('www-authenticate'), 'Bearer');
      }
      for (const actor of [publisher, registry.author]) {
        const [get, head] = (await both(actor, path)) as [Answer, Answer];
        expectProblem(get, 'permission_missing');
        assert.equal(head.status, 403);
      }
    });
  }

  test('for strangers, missing and existing Primes look the same', async () => {
    for (const path of [
      '/pack/@acme/nothing',
      '/pack/@acme/web-style/9.9.9',
      '/pack/@acme/web-style/nonsense',
    ]) {
      expectProblem(await registry.anonymous.get(path), 'unauthenticated');
      assert.equal((await reader.get(path)).status, 404);
    }
  });
});

test('answers may be cached for their reader only', async () => {
  const immutable = 'private, max-age=31536000, immutable';
  const expected: [path: string, cacheControl: string][] = [
    ['/pack/%40acme%2Fweb-style', 'private, no-cache'],
    ['/pack/@acme/web-style/1.0.0', 'private, no-cache'],
    ['/search?q=web', 'private, no-cache'],
    ['/pack/@acme/web-style/1.0.0/tarball', immutable],
    ['/-/primes/@acme/web-style/1.0.0/pack.yaml', immutable],
  ];
  for (const [path, cacheControl] of expected) {
    for (const { headers } of await both(reader, path))
      assert.equal(headers.get('cache-control'), cacheControl);
  }
  for (const headers of [{ range: 'bytes=0-1' }, { 'if-none-match': '*' }]) {
    const part = await reader.get('/pack/@acme/web-style/1.0.0/tarball', headers);
    assert.equal(part.headers.get('cache-control'), immutable);
  }
  const unchanged = await reader.get('/pack/@acme/web-style', { 'if-none-match': '*' });
  assert.deepEqual([unchanged.status, unchanged.headers.get('cache-control')], [304, 'private, no-cache']);
});

test('health, pages and the API document stay open', async () => {
  for (const path of ['/-/health/live', '/-/health/ready', '/-/openapi.json', '/-/api', '/']) {
    for (const { status } of await both(registry.anonymous, path)) assert.equal(status, 200, path);
  }
  assert.match((await registry.anonymous.get('/')).text, /This registry is private/);
});

test('the API document says where a token is required', async () => {
  const { json } = await registry.anonymous.get('/-/openapi.json');
  assert.deepEqual(json.paths['/search'].get.security, [{ token: [] }]);
  assert.deepEqual(json.paths['/-/health/live'].get.security, []);
});
