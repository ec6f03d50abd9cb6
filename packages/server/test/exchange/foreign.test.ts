// Programs of others on both sides: an OpenID Connect provider as issuer, and a certified client library of our endpoints.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { TOKEN_EXCHANGE } from '@prime-registry/protocol';
import { Actor, expectProblem, startRegistry, type TestRegistry } from '@prime-registry/testkit';
import * as client from 'openid-client';
import { exchangeIdentity, holderOf, trust } from './exchanging.ts';
import { TestProvider } from './oidc-provider.ts';

const ADDRESS = 'https://primes.example/team';
const clock = { aheadMs: 0 };
const now = (): number => Date.now() + clock.aheadMs;

const provider = new TestProvider(ADDRESS);
await provider.rotate();
const registry = await startRegistry({ publicUrl: ADDRESS, failedAuthRate: 'off', now });
after(async () => {
  await registry.stop();
  await provider.stop();
});
await trust(registry.store, provider.issuer, { conditions: { sub: 'ci' } });

/** What a proxy does that serves the registry below a path. */
function proxyTo({ baseUrl }: TestRegistry): client.CustomFetch {
  return (url, options) => {
    const target = url.replace('https://primes.example', '').replace(/^\/team\//, '/');
    return fetch(`${baseUrl}${target}`, options as RequestInit);
  };
}

async function discover(): Promise<client.Configuration> {
  const configuration = await client.discovery(new URL(ADDRESS), 'any-client', undefined, client.None(), {
    algorithm: 'oauth2',
    [client.customFetch]: proxyTo(registry),
  });
  configuration[client.customFetch] = proxyTo(registry);
  return configuration;
}

test('tokens of a real provider are exchanged, also after it has changed its key', async () => {
  const { anonymous } = registry;
  for (let rotation = 0; rotation < 3; rotation += 1) {
    const answer = await exchangeIdentity(anonymous, await provider.token());
    const job = holderOf(anonymous, answer);
    assert.equal(answer.json.prime_identity.issuer, provider.issuer);
    await job.mustPublish({ version: `1.${rotation}.0` });
    await provider.rotate();
    // So that the issuer may be asked again.
    clock.aheadMs += 30_000;
  }
});

test('tokens are exchanged while the provider changes its key', async () => {
  const { anonymous } = registry;
  for (let rotation = 0; rotation < 3; rotation += 1) {
    clock.aheadMs += 30_000;
    const old = await Promise.all([provider.token(), provider.token()]);
    await provider.rotate();
    const tokens = [...old, await provider.token(), await provider.token()];
    const answers = await Promise.all(tokens.map((token) => exchangeIdentity(anonymous, token)));
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200, 200, 200],
    );
  }
});

test('while the provider is down, known keys are used, and nothing is refused for good', async () => {
  const { anonymous } = registry;
  const known = await provider.token();
  holderOf(anonymous, await exchangeIdentity(anonymous, await provider.token()));
  await provider.rotate();
  const unknown = await provider.token();
  await provider.stop();
  clock.aheadMs += 30_000;
  assert.equal((await exchangeIdentity(anonymous, known)).status, 200);
  const refused = await exchangeIdentity(anonymous, unknown);
  assert.deepEqual(
    [refused.status, refused.json.error, refused.json.code, refused.headers.get('retry-after')],
    [503, 'temporarily_unavailable', 'issuer_unavailable', '30'],
  );
  assert.match(registry.log.join(''), /the keys of an issuer cannot be read.*|it refuses connections/);
  await provider.rotate();
});

test('openid-client finds the endpoints, exchanges, narrows and revokes', async () => {
  clock.aheadMs += 30_000;
  const configuration = await discover();
  const server = configuration.serverMetadata();
  assert.equal(server.issuer, ADDRESS);
  assert.equal(server.prime_audience, ADDRESS);
  assert.equal(server.token_endpoint, `${ADDRESS}/-/token`);

  const given = await client.genericGrantRequest(configuration, TOKEN_EXCHANGE.grantType, {
    subject_token: await provider.token(),
    subject_token_type: TOKEN_EXCHANGE.jwt,
    audience: ADDRESS,
  });
  assert.equal(given.token_type, 'bearer');
  assert.equal(given.issued_token_type, TOKEN_EXCHANGE.accessToken);
  assert.equal(given.expires_in, 900);
  const job = new Actor(registry.baseUrl, given.access_token);
  assert.equal((await job.get('/-/whoami')).status, 200);

  const less = await client.genericGrantRequest(configuration, TOKEN_EXCHANGE.grantType, {
    subject_token: given.access_token,
    subject_token_type: TOKEN_EXCHANGE.accessToken,
    scope: 'publish prime:@acme/web-style@^2',
    expires_in: '60',
  });
  assert.equal(less.scope, 'publish prime:@acme/web-style@^2');
  const tool = new Actor(registry.baseUrl, less.access_token);
  await tool.mustPublish({ version: '2.0.0' });
  expectProblem(await tool.publish({ version: '3.0.0' }), 'prime_not_allowed');

  await client.tokenRevocation(configuration, given.access_token, { token_type_hint: 'access_token' });
  for (const ended of [job, tool]) expectProblem(await ended.get('/-/whoami'), 'unauthenticated');
  await client.tokenRevocation(configuration, 'no token at all');
});

test('openid-client understands the refusals', async () => {
  const configuration = await discover();
  const exchange = (fields: Record<string, string>) =>
    client.genericGrantRequest(configuration, TOKEN_EXCHANGE.grantType, fields);
  const subject_token_type = TOKEN_EXCHANGE.idToken;
  await assert.rejects(
    exchange({ subject_token: 'nonsense', subject_token_type }),
    (error) =>
      error instanceof client.ResponseBodyError &&
      error.error === 'invalid_request' &&
      error.cause.code === 'assertion_malformed',
  );
  await assert.rejects(
    exchange({ subject_token: 'nonsense', subject_token_type, audience: 'https://other.example' }),
    (error) => error instanceof client.ResponseBodyError && error.error === 'invalid_target',
  );
  await assert.rejects(
    client.clientCredentialsGrant(configuration),
    (error) => error instanceof client.ResponseBodyError && error.error === 'unsupported_grant_type',
  );
});
