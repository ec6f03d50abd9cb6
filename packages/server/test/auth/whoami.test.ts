// GET /-/whoami: a token, described to its holder only.
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { generateToken } from '@prime-registry/protocol';
import { Actor, expectProblem, startRegistry } from '@prime-registry/testkit';
import { createToken, operatorActs } from 'prime-registry';

const EXPIRES_AT_MS = Date.UTC(2031, 4, 6, 7, 8, 9, 500);
let nowMs = Date.UTC(2030, 0, 1);
const now = () => nowMs;
const registry = await startRegistry({ now, isPrivate: true, adminToken: 'operators-own-token' });
after(() => registry.stop());

/** The limits are the defaults. */
const PUBLISHING = {
  max_tarball_bytes: 100 * 2 ** 20,
  max_unpacked_bytes: 2 ** 30,
  max_entries: 20_000,
  max_ratio: 200,
  version_rule: 'warn',
};

const issue = (expiresAtMs?: number) =>
  createToken(
    { store: registry.store, now },
    { name: 'Büild "server"', permissions: ['publish', 'yank'], scopes: ['@acme', '@acme.dev'], expiresAtMs },
  );

describe('whoami', () => {
  test('returns name, permissions, scopes and expiry of a token', async () => {
    const { token, secret } = await issue(EXPIRES_AT_MS);
    const { status, json, text } = await new Actor(registry.baseUrl, secret).get('/-/whoami');
    assert.equal(status, 200);
    assert.deepEqual(json, {
      id: token.id,
      name: 'Büild "server"',
      permissions: ['publish', 'yank'],
      scopes: ['@acme', '@acme.dev'],
      expires_at: '2031-05-06T07:08:09Z',
      publishing: PUBLISHING,
    });
    assert.ok(!text.includes(secret.slice(4, 20)));
  });

  test('returns no expiry for a token without one, and needs no permission to read', async () => {
    const actor = await registry.actorWith({ permissions: ['publish'], scopes: [] });
    const { json } = await actor.get('/-/whoami');
    assert.deepEqual(Object.keys(json), ['id', 'name', 'permissions', 'scopes', 'publishing']);
    assert.deepEqual([json.permissions, json.scopes], [['publish'], []]);
  });

  test("knows the operator's own token", async () => {
    const { json } = await new Actor(registry.baseUrl, 'operators-own-token').get('/-/whoami');
    const expected = { id: 'environment', name: 'environment', permissions: ['admin'], scopes: ['*'] };
    assert.deepEqual(json, { ...expected, publishing: PUBLISHING });
  });

  test('is a 401 without a valid token', async () => {
    for (const token of [undefined, 'nonsense', generateToken()]) {
      const answer = await new Actor(registry.baseUrl, token).get('/-/whoami');
      expectProblem(answer, 'unauthenticated');
      assert.equal(answer.headers.get('www-authenticate'), 'Bearer');
    }
  });

  test('is a 401 once the token is revoked or expired', async () => {
    const [revoked, expiring] = [await issue(), await issue(EXPIRES_AT_MS)];
    await registry.store.revokeToken(revoked.token.id, nowMs, operatorActs('token-revoke', nowMs));
    expectProblem(await new Actor(registry.baseUrl, revoked.secret).get('/-/whoami'), 'unauthenticated');
    const actor = new Actor(registry.baseUrl, expiring.secret);
    assert.equal((await actor.get('/-/whoami')).status, 200);
    nowMs = EXPIRES_AT_MS;
    expectProblem(await actor.get('/-/whoami'), 'unauthenticated');
  });

  test('must not be cached: the answer depends on the token', async () => {
    const first = await registry.author.get('/-/whoami');
    assert.equal(first.headers.get('cache-control'), 'no-store');
    assert.equal(first.headers.has('etag'), false);
    const again = await registry.author.get('/-/whoami', { 'if-none-match': '*' });
    assert.deepEqual([again.status, again.text], [200, first.text]);
  });
});
