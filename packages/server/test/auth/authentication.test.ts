// Every bad token is the same 401, with a message that says what is wrong.
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { generateToken } from '@prime-registry/protocol';
import { Actor, expectProblem, startRegistry, type TestRegistry } from '@prime-registry/testkit';
import { createToken, openStore, operatorActs } from 'prime-registry';
import { expectRefused } from '../publish/refusal.ts';

const START_MS = Date.UTC(2030, 0, 1);

suite('authentication', () => {
  let registry: TestRegistry;
  let nowMs = START_MS;
  before(async () => {
    registry = await startRegistry({ now: () => nowMs, failedAuthRate: 'off' });
  });
  after(() => registry.stop());

  /** A publish and a yank with this header are a 401 and change nothing; reads work without a token. */
  async function expectUnauthenticated(authorization: string | undefined, says: RegExp): Promise<void> {
    const headers = authorization === undefined ? {} : { authorization };
    const requests = [
      () => registry.anonymous.request('/publish', { method: 'POST', headers, body: 'anything' }),
      () => registry.anonymous.request('/pack/@acme/web-style/1.0.0', { method: 'DELETE', headers }),
    ];
    for (const request of requests) {
      const challenges: (string | null)[] = [];
      const refused = async () => {
        const answer = await request();
        challenges.push(answer.headers.get('www-authenticate'));
        return answer;
      };
      const problem = await expectRefused(registry, refused, { code: 'unauthenticated' });
      assert.deepEqual(challenges, ['Bearer']);
      assert.match(problem.detail, says);
    }
    assert.equal((await registry.anonymous.get('/-/health/live', headers)).status, 200);
    assert.equal((await registry.anonymous.get('/search?q=anything', headers)).status, 200);
  }

  const good = (): string => registry.author.token ?? '';
  const swapLast = (token: string): string => `${token.slice(0, -1)}${token.endsWith('0') ? '1' : '0'}`;
  const wrongHeaders: readonly (readonly [what: string, header: () => string | undefined, says: RegExp])[] = [
    ['no header', () => undefined, /Authorization: Bearer <token>/],
    ['an empty header', () => '', /Authorization: Bearer <token>/],
    ['the scheme alone', () => 'Bearer', /Authorization: Bearer <token>/],
    ['no scheme', () => good(), /Authorization: Bearer <token>/],
    ['another scheme', () => `Basic ${good()}`, /Authorization: Bearer <token>/],
    ['a longer scheme', () => `Bearerx ${good()}`, /Authorization: Bearer <token>/],
    ['no space', () => `Bearer${good()}`, /Authorization: Bearer <token>/],
    ['two tokens', () => `Bearer ${good()} ${good()}`, /Authorization: Bearer <token>/],
    ['two tokens in a list', () => `Bearer ${good()},${good()}`, /malformed/],
    ['quotes', () => `Bearer "${good()}"`, /malformed/],
    ['another text', () => 'Bearer secret', /malformed/],
    ['a token cut short', () => `Bearer ${good().slice(0, -1)}`, /malformed/],
    ['a token too long', () => `Bearer ${good()}0`, /malformed/],
    ['a token in upper case', () => `Bearer ${good().toUpperCase()}`, /malformed/],
    ['a token with a wrong checksum', () => `Bearer ${swapLast(good())}`, /malformed/],
    ['a well-formed token that was never issued', () => `Bearer ${generateToken()}`, /not known/],
    ['the digest of a token', () => `Bearer pri_${'0'.repeat(38)}`, /malformed|not known/],
    ['a very long token', () => `Bearer ${'x'.repeat(10_000)}`, /malformed/],
  ];
  for (const [what, header, says] of wrongHeaders) {
    test(`${what} is a 401 that says so`, () => expectUnauthenticated(header(), says));
  }

  test('a token in the query or in a cookie does not count', async () => {
    const { anonymous } = registry;
    const inQuery = await anonymous.request(`/publish?token=${good()}&access_token=${good()}`, {
      method: 'POST',
    });
    expectProblem(inQuery, 'unauthenticated');
    const headers = { cookie: `token=${good()}` };
    expectProblem(await anonymous.request('/publish', { method: 'POST', headers }), 'unauthenticated');
  });

  test('the scheme is case-insensitive, and spaces around the token are ignored', async () => {
    for (const [index, scheme] of ['Bearer', 'bearer', 'BEARER', 'bEaReR  ', 'Bearer   '].entries()) {
      const actor = new Actor(registry.baseUrl, undefined);
      const form = new FormData();
      form.set('manifest', 'x');
      const answer = await actor.request('/publish', {
        method: 'POST',
        headers: { authorization: `${scheme} ${good()} ` },
        body: form,
      });
      assert.equal(answer.status, 400, `${index}: ${answer.text}`);
    }
  });

  test('a token expires at its time, to the millisecond', async () => {
    const expiresAtMs = START_MS + 3_600_000;
    const actor = await registry.actorWith({ permissions: ['publish'], scopes: ['*'], expiresAtMs });
    nowMs = expiresAtMs - 1;
    assert.equal((await actor.publish({ name: '@acme/still-good' })).status, 201);
    nowMs = expiresAtMs;
    await expectUnauthenticated(`Bearer ${actor.token}`, /has expired/);
    nowMs = START_MS;
  });

  test('a revocation takes effect at once, also by another process while the server runs', async (t) => {
    const elsewhere = await openStore({ dataFolder: registry.dataFolder });
    t.after(() => elsewhere.close());
    const request = { name: 'made elsewhere', permissions: ['publish'] as const, scopes: ['@acme'] };
    const { token, secret } = await createToken({ store: elsewhere, now: Date.now }, request);
    const actor = new Actor(registry.baseUrl, secret);
    assert.equal((await actor.publish({ name: '@acme/before-revocation' })).status, 201);
    await elsewhere.revokeToken(token.id, Date.now(), operatorActs('token-revoke', Date.now()));
    await expectUnauthenticated(`Bearer ${secret}`, /was revoked/);
    assert.equal((await registry.author.publish({ name: '@acme/others-go-on' })).status, 201);
  });

  test('without a token, nobody learns whether a Prime exists', async () => {
    await registry.author.publish({ name: '@acme/exists' });
    const [there, notThere] = await Promise.all(
      ['@acme/exists', '@acme/does-not'].map((name) => registry.anonymous.yank(name, '1.0.0')),
    );
    assert.deepEqual([there?.status, notThere?.status], [401, 401]);
  });
});
