// What surrounds the exchange: metadata, revocation, limits, metrics, and what a refusal tells.
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, type TestContext, test } from 'node:test';
import {
  Actor,
  expectProblem,
  makeAuthority,
  type RegistryOptions,
  startRegistry,
  type TestRegistry,
} from '@prime-registry/testkit';
import { operatorActs } from '../../src/actions/tokens/act.ts';
import { attenuate, attenuated, exchangeIdentity, holderOf, postForm, trust } from './exchanging.ts';
import { AUDIENCE, TestIssuer } from './test-issuer.ts';

const issuer = await TestIssuer.start();
after(() => issuer.stop());

const METADATA = '/.well-known/oauth-authorization-server';

async function start(t: TestContext, options: RegistryOptions = {}): Promise<TestRegistry> {
  const registry = await startRegistry({ publicUrl: AUDIENCE, ...options });
  t.after(() => registry.stop());
  return registry;
}

test('the metadata name the endpoints, also in a private registry', async (t) => {
  const { anonymous } = await start(t, { isPrivate: true });
  const { status, json } = await anonymous.get(METADATA);
  assert.equal(status, 200);
  assert.deepEqual(json, {
    issuer: AUDIENCE,
    token_endpoint: `${AUDIENCE}/-/token`,
    token_endpoint_auth_methods_supported: ['none'],
    revocation_endpoint: `${AUDIENCE}/-/revoke`,
    revocation_endpoint_auth_methods_supported: ['none'],
    grant_types_supported: ['urn:ietf:params:oauth:grant-type:token-exchange'],
    response_types_supported: [],
    prime_audience: AUDIENCE,
  });
  expectProblem(await anonymous.get(`${METADATA}/team`), 'not_found');
});

test('the metadata of a registry below a path are behind the well-known path', async (t) => {
  const { anonymous } = await start(t, { publicUrl: `${AUDIENCE}/team/primes` });
  for (const path of [METADATA, `${METADATA}/team/primes`])
    assert.equal((await anonymous.get(path)).json.token_endpoint, `${AUDIENCE}/team/primes/-/token`);
  for (const path of [`${METADATA}/team`, `${METADATA}/team/primes/`, `${METADATA}/team/primes/x`])
    assert.equal((await anonymous.get(path)).status, 404, path);
});

test('without a public address, identities are not exchanged, and access tokens are', async (t) => {
  const { anonymous, author } = await start(t, { publicUrl: '' });
  expectProblem(await anonymous.get(METADATA), 'exchange_not_configured');
  const { status, json } = await exchangeIdentity(anonymous, issuer.token());
  assert.deepEqual([status, json.code], [404, 'exchange_not_configured']);
  assert.equal((await attenuate(anonymous, author.token ?? '')).status, 200);
});

test('anyone who has a token ends it; the one in the environment stays', async (t) => {
  const { anonymous, author, baseUrl } = await start(t, {
    adminToken: 'the-operators-own-token-of-32-characters',
  });
  const revoke = async (token: string) => (await postForm(anonymous, '/-/revoke', { token })).status;
  const operator = new Actor(baseUrl, 'the-operators-own-token-of-32-characters');
  for (const text of ['nonsense', 'pri_', operator.token ?? '', `${author.token}x`])
    assert.equal(await revoke(text), 200);
  for (const actor of [author, operator]) assert.equal((await actor.get('/-/whoami')).status, 200);
  assert.equal(await revoke(author.token ?? ''), 200);
  expectProblem(await author.get('/-/whoami'), 'unauthenticated');
  assert.equal(await revoke(author.token ?? ''), 200, 'once more');
  const { json } = await attenuate(anonymous, operator.token ?? '');
  assert.equal(json.code, 'subject_token_invalid');
  assert.match(json.detail, /the operator's environment cannot be exchanged/);
});

test('failures count as bad tokens; good ones work nevertheless', async (t) => {
  const registry = await start(t, { failedAuthRate: { requests: 3, windowS: 3600 } });
  const { anonymous } = registry;
  await trust(registry.store, issuer.url);
  for (let times = 0; times < 5; times += 1)
    assert.equal((await postForm(anonymous, '/-/token', {})).json.code, 'invalid_request', 'no failure');
  assert.equal((await exchangeIdentity(anonymous, 'nonsense')).json.code, 'assertion_malformed');
  assert.equal((await attenuate(anonymous, 'nonsense')).json.code, 'subject_token_invalid');
  assert.equal((await postForm(anonymous, '/-/revoke', { token: 'nonsense' })).status, 200);
  for (const refused of [
    await exchangeIdentity(anonymous, 'nonsense'),
    await exchangeIdentity(anonymous, issuer.token({ claims: { sub: 'stranger' } })),
    await attenuate(anonymous, 'nonsense'),
    await postForm(anonymous, '/-/revoke', { token: 'nonsense' }),
    await new Actor(anonymous.baseUrl, 'nonsense').get('/-/whoami'),
  ]) {
    expectProblem(refused, 'rate_limited');
    assert.ok(Number(refused.headers.get('retry-after')) > 0);
  }
  assert.equal((await exchangeIdentity(anonymous, issuer.token())).status, 200);
});

test('exchanges can be limited, and are no way around other limits', async (t) => {
  const registry = await start(t, {
    exchangeRate: { requests: 3, windowS: 3600 },
    publishRate: { requests: 2, windowS: 3600 },
  });
  const { anonymous, author } = registry;
  const [first, second] = [await attenuated(author, 'publish'), await attenuated(author, 'publish')];
  const third = await attenuated(first, 'publish');
  expectProblem(await attenuate(anonymous, author.token ?? ''), 'rate_limited');
  expectProblem(await postForm(anonymous, '/-/revoke', { token: first.token ?? '' }), 'rate_limited');
  await first.mustPublish({ version: '1.0.0' });
  await second.mustPublish({ version: '1.1.0' });
  expectProblem(await third.publish({ version: '1.2.0' }), 'rate_limited');
});

test('exchanges are counted by outcome, and no log has a secret', async (t) => {
  const registry = await start(t);
  const { anonymous, author } = registry;
  await trust(registry.store, issuer.url);
  const assertion = issuer.token();
  const job = holderOf(anonymous, await exchangeIdentity(anonymous, assertion));
  await exchangeIdentity(anonymous, assertion);
  await attenuated(author, 'publish');
  await postForm(anonymous, '/-/token', {});
  const { text } = await anonymous.get('/-/metrics');
  for (const labels of [
    'kind="identity",outcome="exchanged"',
    'kind="identity",outcome="assertion_used"',
    'kind="token",outcome="exchanged"',
    'kind="unknown",outcome="invalid_request"',
  ])
    assert.ok(text.includes(`prime_registry_token_exchanges_total{${labels}} 1\n`), labels);
  assert.ok(text.includes(`prime_registry_issuer_reads_total{issuer="${issuer.url}",outcome="read"} 1\n`));
  const log = registry.log.join('');
  for (const secret of [job.token, assertion, ...assertion.split('.')])
    assert.ok(!log.includes(secret ?? '-'));
  const { id } = (await job.get('/-/whoami')).json;
  assert.ok(registry.log.join('').includes(`"token_id":"${id}"`), 'what the token does is in the access log');
});

test('what differs from a rule is told to whom it means, and to nobody else', async (t) => {
  const registry = await start(t, { failedAuthRate: 'off' });
  await trust(registry.store, issuer.url, {
    preset: 'github',
    conditions: {
      ...{ repository: 'acme/web-style', repository_id: '456789', repository_owner_id: '123456' },
      workflow_ref: { prefix: 'acme/web-style/.github/workflows/release.yml@' },
    },
  });
  const claims = {
    ...{ repository: 'acme/web-style', repository_id: '456789', repository_owner_id: '123456' },
    ...{ workflow_ref: 'acme/web-style/.github/workflows/nightly.yml@refs/heads/main', event_name: 'push' },
  };
  const refuse = async (others: object) => {
    const { status, json } = await exchangeIdentity(
      registry.anonymous,
      issuer.token({ claims: { ...claims, ...others } }),
    );
    assert.deepEqual([status, json.code], [403, 'identity_not_trusted']);
    return json;
  };
  const told = await refuse({});
  assert.deepEqual(
    told.prime_refusals.map(({ rule, claim, has }: Record<string, string>) => [rule, claim, has]),
    [['releases', 'workflow_ref', claims.workflow_ref]],
  );
  assert.match(told.detail, /wants workflow_ref to be/);
  const stranger = await refuse({ repository_id: '1' });
  assert.equal(stranger.prime_refusals, undefined);
  assert.doesNotMatch(JSON.stringify(stranger), /releases|release\.yml/);
  const allowed = { workflow_ref: 'acme/web-style/.github/workflows/release.yml@refs/tags/v1' };
  const token = issuer.token({ claims: { ...claims, ...allowed } });
  const { json } = await exchangeIdentity(registry.anonymous, token);
  assert.equal(json.prime_identity.description, 'acme/web-style, release.yml');
  assert.equal(
    (await refuse({ ...allowed, event_name: 'pull_request_target' })).code,
    'identity_not_trusted',
  );
});

test('the first identity that a rule allows is the only one from then on', async (t) => {
  const registry = await start(t, { failedAuthRate: 'off' });
  await trust(registry.store, issuer.url, {
    preset: 'gitlab',
    conditions: { project_path: 'acme/web-style' },
    pin: ['project_id'],
  });
  const claims = { project_path: 'acme/web-style', pipeline_source: 'push' };
  const exchange = (id: string) =>
    exchangeIdentity(registry.anonymous, issuer.token({ claims: { ...claims, project_id: id } }));
  const answers = await Promise.all(['1', '2', '3', '4'].map(exchange));
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 403, 403, 403]);
  const [stored] = await registry.store.listTrustRules(issuer.url);
  const pinned = stored?.pinned?.project_id ?? assert.fail();
  assert.equal(answers[Number(pinned) - 1]?.status, 200);
  assert.equal((await exchange(pinned)).status, 200);
  assert.equal((await exchange('5')).status, 403);
});

test('an issuer whose keys are in a file is never asked', async (t) => {
  const clock = { nowMs: Date.now() };
  const registry = await start(t, { failedAuthRate: 'off', now: () => clock.nowMs });
  const jwksFile = join(registry.dataFolder, 'keys.json');
  await trust(registry.store, 'urn:our-ci', { jwksFile });
  const { length } = issuer.requests;
  const exchange = () =>
    exchangeIdentity(registry.anonymous, issuer.token({ claims: { iss: 'urn:our-ci' } }));
  assert.equal((await exchange()).json.code, 'issuer_unavailable', 'the file does not exist yet');
  assert.match(registry.log.join(''), /the keys of an issuer cannot be read/);
  await writeFile(jwksFile, issuer.keySet);
  clock.nowMs += 1000;
  assert.equal((await exchange()).status, 200);
  assert.equal(issuer.requests.length, length);
});

test('an issuer may have a certificate of a private authority', async (t) => {
  const authority = makeAuthority();
  const internal = await TestIssuer.start(authority.issue(['127.0.0.1']));
  t.after(() => internal.stop());
  const registry = await start(t, { failedAuthRate: 'off' });
  const exchange = () => exchangeIdentity(registry.anonymous, internal.token());
  await trust(registry.store, internal.url);
  assert.equal((await exchange()).json.code, 'issuer_unavailable');
  assert.match(registry.log.join(''), /certificate is not trusted here/);
  const caFile = join(registry.dataFolder, 'authority.pem');
  await trust(registry.store, internal.url, { caFile });
  assert.equal((await exchange()).json.code, 'issuer_unavailable', 'the file does not exist yet');
  await writeFile(caFile, authority.cert);
  // Other settings are another issuer, which is asked at once.
  const other = `${caFile}.copy`;
  await writeFile(other, authority.cert);
  await trust(registry.store, internal.url, { caFile: other });
  assert.equal((await exchange()).status, 200);
});

test('an issuer with a private address is not asked unless that is allowed', async (t) => {
  const registry = await start(t, { failedAuthRate: 'off' });
  await trust(registry.store, issuer.url);
  const options = {
    issuer: issuer.url,
    jwksFile: undefined,
    caFile: undefined,
    allowPrivateAddresses: false,
  };
  await registry.store.setTrustIssuer(options, operatorActs('trust-issuer', 1));
  const { length } = issuer.requests;
  const refused = await exchangeIdentity(registry.anonymous, issuer.token());
  assert.deepEqual([refused.status, refused.json.code], [503, 'issuer_unavailable']);
  assert.doesNotMatch(refused.text, /private/, 'the reason is for the operator');
  assert.match(registry.log.join(''), /has a private address/);
  assert.equal(issuer.requests.length, length);
});
