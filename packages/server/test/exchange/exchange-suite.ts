// Exchanges of identity tokens over HTTP, for both databases.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { expectProblem, type RegistryOptions, startRegistry } from '@prime-registry/testkit';
import { exchangeIdentity, holderOf, postForm, trust } from './exchanging.ts';
import { AUDIENCE, TestIssuer } from './test-issuer.ts';

const MINUTE_MS = 60_000;

export async function testExchange(options: RegistryOptions): Promise<void> {
  // A whole second, as the times of tokens are.
  const clock = { nowMs: Math.floor(Date.now() / 1000) * 1000 };
  const issuer = await TestIssuer.start();
  const registry = await startRegistry({
    ...{ publicUrl: AUDIENCE, failedAuthRate: 'off', now: () => clock.nowMs },
    ...options,
  });
  after(async () => {
    await registry.stop();
    await issuer.stop();
  });
  await trust(registry.store, issuer.url);
  const { anonymous } = registry;
  const token = (claims: Readonly<Record<string, unknown>> = {}) =>
    issuer.token({ claims, nowMs: clock.nowMs });
  const refusal = async (text: string, further: Readonly<Record<string, string>> = {}) => {
    const { status, json, headers } = await exchangeIdentity(anonymous, text, further);
    assert.equal(headers.get('cache-control'), 'no-store');
    assert.match(headers.get('content-type') ?? '', /^application\/json\b/);
    assert.equal(json.request_id, headers.get('x-request-id'));
    assert.match(json.error_description, /^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/);
    return [status, json.error, json.code];
  };

  test('an identity gets a token that publishes in the scopes of its rule, and nothing else', async () => {
    const answer = await exchangeIdentity(anonymous, token());
    assert.equal(answer.headers.get('cache-control'), 'no-store');
    assert.equal(answer.headers.get('pragma'), 'no-cache');
    const { access_token: secret, ...rest } = answer.json;
    assert.deepEqual(rest, {
      issued_token_type: 'urn:ietf:params:oauth:token-type:access_token',
      token_type: 'Bearer',
      expires_in: 900,
      scope: 'publish yank scope:@acme',
      prime_identity: { rule: 'releases', issuer: issuer.url, description: 'job' },
    });
    const job = holderOf(anonymous, answer);
    const whoami = (await job.get('/-/whoami')).json;
    assert.deepEqual([whoami.permissions, whoami.scopes], [['publish', 'yank'], ['@acme']]);
    await job.mustPublish({ name: '@acme/web-style', version: '1.0.0' });
    expectProblem(await job.publish({ name: '@other/web-style' }), 'scope_not_allowed');
    assert.ok(!registry.log.join('').includes(secret.slice(4)), 'the token is in no log line');
  });

  test('the audit log has who, which rule, and the id of the token', async () => {
    const job = holderOf(anonymous, await exchangeIdentity(anonymous, token()));
    const { id } = (await job.get('/-/whoami')).json;
    const entries = await registry.store.listAuditEntries({ tokenId: id }, 0, 10);
    assert.equal(entries.length, 1);
    const [{ action, actorName, address, details } = assert.fail()] = entries;
    assert.deepEqual([action, actorName, address], ['token-exchange', 'job', '127.0.0.1']);
    assert.equal(details?.rule, 'releases');
    assert.equal(details?.issuer, issuer.url);
  });

  test('tokens do not fill the list of tokens, and are deleted after their end', async () => {
    const before = await registry.store.listTokens();
    const job = holderOf(anonymous, await exchangeIdentity(anonymous, token()));
    assert.equal((await registry.store.listTokens()).length, before.length);
    assert.equal((await job.get('/-/whoami')).status, 200);
    clock.nowMs += 15 * MINUTE_MS;
    const { detail } = expectProblem(await job.get('/-/whoami'), 'unauthenticated');
    assert.match(detail, /has expired/);
    clock.nowMs += 61 * MINUTE_MS;
    // The next exchange tidies up; closing waits for it.
    holderOf(anonymous, await exchangeIdentity(anonymous, token()));
    await registry.store.pruneExchanges(clock.nowMs - 60 * MINUTE_MS, clock.nowMs);
    assert.match(expectProblem(await job.get('/-/whoami'), 'unauthenticated').detail, /not known/);
  });

  test('newer keys of an issuer stay, but not those of a clock that was ahead', async () => {
    const { store } = registry;
    const save = async (keySet: string, fetchedAtMs: number) => {
      await store.saveIssuerKeys({ issuer: 'https://clock.example', keySet, fetchedAtMs });
      return (await store.findIssuerKeys('https://clock.example'))?.keySet;
    };
    assert.equal(await save('first', 1_000_000), 'first');
    assert.equal(await save('second', 1_000_001), 'second');
    assert.equal(await save('from a slower process', 1_000_000), 'second');
    assert.equal(await save('from next year', 31_536_000_000), 'from next year');
    assert.equal(await save('third', 1_100_000), 'third');
  });

  test('a long job has its token for as long as its identity, at most an hour', async () => {
    const lifeOf = async (seconds: number) => {
      const exp = Math.floor(clock.nowMs / 1000) + seconds;
      return (await exchangeIdentity(anonymous, token({ exp }))).json.expires_in;
    };
    assert.deepEqual([await lifeOf(1800), await lifeOf(7200)], [1800, 3600]);
  });

  test('an identity token is used once', async () => {
    const used = token();
    const job = holderOf(anonymous, await exchangeIdentity(anonymous, used));
    assert.deepEqual(await refusal(used), [400, 'invalid_request', 'assertion_used']);
    assert.deepEqual(await refusal(used, { nonce: 'n'.repeat(16) }), [
      400,
      'invalid_request',
      'assertion_used',
    ]);
    assert.equal((await job.get('/-/whoami')).status, 200, 'its token stays valid');
  });

  test('with the same nonce, another token is given out, and the former one ends', async () => {
    const used = token();
    const nonce = 'a-nonce-of-this-job';
    const first = holderOf(anonymous, await exchangeIdentity(anonymous, used, { nonce }));
    const second = holderOf(anonymous, await exchangeIdentity(anonymous, used, { nonce }));
    assert.match(expectProblem(await first.get('/-/whoami'), 'unauthenticated').detail, /revoked/);
    assert.equal((await second.get('/-/whoami')).status, 200);
    for (const other of [{ nonce: 'another-nonce-here' }, {}])
      assert.deepEqual(await refusal(used, other), [400, 'invalid_request', 'assertion_used']);
    assert.equal((await postForm(second, '/-/revoke', { token: second.token ?? '' })).status, 200);
    assert.deepEqual(
      await refusal(used, { nonce }),
      [400, 'invalid_request', 'assertion_used'],
      'revoked: for good',
    );
  });

  test('many exchanges of one identity token at once: one succeeds', async () => {
    const used = token();
    const answers = await Promise.all(Array.from({ length: 8 }, () => exchangeIdentity(anonymous, used)));
    assert.deepEqual(
      answers.map(({ status }) => status).toSorted(),
      [200, 400, 400, 400, 400, 400, 400, 400],
    );
  });

  test('revoking a rule ends its tokens at once', async () => {
    const name = await trust(registry.store, issuer.url, { name: 'other', conditions: { sub: 'other-job' } });
    const job = holderOf(anonymous, await exchangeIdentity(anonymous, token({ sub: 'other-job' })));
    assert.equal((await job.get('/-/whoami')).status, 200);
    await registry.store.removeTrustRule(name, {
      ...{ action: 'trust-remove', atMs: 2, actorId: 'operator', actorName: 'test' },
      ...{ address: undefined, requestId: undefined },
    });
    expectProblem(await job.get('/-/whoami'), 'unauthenticated');
  });

  test('what is wrong with an identity token is said, each with a code', async () => {
    const seconds = Math.floor(clock.nowMs / 1000);
    const cases: [code: string, text: string][] = [
      ['assertion_malformed', 'nonsense'],
      ['assertion_malformed', 'x'.repeat(17_000)],
      ['assertion_header_refused', issuer.token({ header: { alg: 'none' } })],
      ['issuer_not_trusted', token({ iss: `${issuer.url}/` })],
      ['assertion_signature_bad', `${token().slice(0, -20)}AAAAAAAAAAAAAAAAAAAA`.replace(/A$/, 'A')],
      ['assertion_audience_wrong', token({ aud: `${AUDIENCE}/` })],
      ['assertion_audience_wrong', token({ aud: [AUDIENCE, 'https://other.example'] })],
      ['assertion_expired', token({ exp: seconds - 61 })],
      ['assertion_not_yet_valid', token({ iat: seconds + 62, exp: seconds + 90 })],
      ['assertion_too_old', token({ iat: seconds - 62 * 60 })],
      ['assertion_claim_bad', token({ exp: 'soon' })],
    ];
    for (const [code, text] of cases)
      assert.deepEqual(await refusal(text), [400, 'invalid_request', code], code);
    assert.deepEqual(await refusal(token({ sub: 'stranger' })), [
      403,
      'invalid_request',
      'identity_not_trusted',
    ]);
  });

  test('clocks may differ by a minute', async () => {
    const seconds = Math.floor(clock.nowMs / 1000);
    for (const claims of [
      { iat: seconds + 55, exp: seconds + 400 },
      { iat: seconds - 300, exp: seconds - 55 },
    ])
      assert.equal((await exchangeIdentity(anonymous, token(claims))).status, 200);
  });

  test('an identity token is remembered until no rule could accept it', async () => {
    const seconds = Math.floor(clock.nowMs / 1000);
    // The rules of this issuer accept it for 15 minutes.
    const other = await TestIssuer.start();
    after(() => other.stop());
    await trust(registry.store, other.url, {
      name: 'short',
      preset: 'github',
      conditions: { repository_id: '1' },
    });
    const claims = { repository_id: '1', event_name: 'push', iat: seconds, exp: seconds + 3 * 3600 };
    const used = other.token({ claims });
    assert.equal((await exchangeIdentity(anonymous, used)).status, 200);
    clock.nowMs += 20 * MINUTE_MS;
    await registry.store.pruneExchanges(clock.nowMs - 60 * MINUTE_MS, clock.nowMs);
    assert.deepEqual((await refusal(used))[2], 'assertion_too_old');
    // These, for an hour.
    await trust(registry.store, other.url, { name: 'long', conditions: { sub: 'job' } });
    assert.deepEqual((await refusal(used))[2], 'assertion_used');
  });

  test('an identity is not replayed after a clock that was ahead has been corrected', async () => {
    const used = token();
    holderOf(anonymous, await exchangeIdentity(anonymous, used));
    clock.nowMs += 120 * MINUTE_MS;
    // The first one tidies up, and the second one waits for that.
    for (const later of [token(), token()]) holderOf(anonymous, await exchangeIdentity(anonymous, later));
    clock.nowMs -= 120 * MINUTE_MS;
    assert.deepEqual((await refusal(used))[2], 'assertion_used');
  });

  test('an identity that is kept to be replayed after its end is refused', async () => {
    const seconds = Math.floor(clock.nowMs / 1000);
    const used = token({ iat: seconds - 100, exp: seconds + 10 });
    holderOf(anonymous, await exchangeIdentity(anonymous, used));
    // As long as it would be accepted, it is remembered.
    for (let passedS = 0; passedS < 90; passedS += 5) {
      await registry.store.pruneExchanges(clock.nowMs - 60 * MINUTE_MS, clock.nowMs);
      const { status } = await exchangeIdentity(anonymous, used);
      assert.equal(status, 400);
      clock.nowMs += 5000;
    }
  });
}
