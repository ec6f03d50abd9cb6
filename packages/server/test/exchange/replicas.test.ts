// Exchanges at several processes on the same data: an identity token is used once, and a revocation counts everywhere.
import assert from 'node:assert/strict';
import { after, type TestContext, test } from 'node:test';
import { Actor, expectProblem } from '@prime-registry/testkit';
import { createDatabase, sharedPostgres } from '@prime-registry/testkit/postgres';
import { createToken } from 'prime-registry';
import { openStore } from '../../src/wiring/storage/open-store.ts';
import { writeLogKey } from '../log/log-key.ts';
import { makeFolder, start } from '../process/temporary-registry.ts';
import { attenuated, exchangeIdentity, holderOf, postForm, trust } from './exchanging.ts';
import { AUDIENCE, TestIssuer } from './test-issuer.ts';

await sharedPostgres();
const issuer = await TestIssuer.start();
after(() => issuer.stop());

/** Two processes on one registry, whose rules trust the issuer. */
async function startTwo(
  t: TestContext,
  database: string,
): Promise<{ clients: [Actor, Actor]; secret: string }> {
  const dataFolder = await makeFolder(t);
  const environment = {
    PRIME_REGISTRY_PUBLIC_URL: AUDIENCE,
    PRIME_REGISTRY_FAILED_AUTH_RATE: 'off',
    PRIME_REGISTRY_LOG_KEY_FILE: await writeLogKey(await makeFolder(t)),
    ...(database !== '' && { PRIME_REGISTRY_DATABASE: database }),
  };
  const first = await start(t, { dataFolder, environment });
  const store = await openStore({ dataFolder, database });
  await trust(store, issuer.url);
  const request = { name: 'parent', permissions: ['publish'], scopes: ['@acme'] } as const;
  const { secret } = await createToken({ store, now: Date.now }, request);
  await store.close();
  const second = await start(t, { dataFolder, environment });
  return { clients: [first.anonymous, second.anonymous], secret };
}

for (const [engine, makeDatabase] of [
  ['SQLite', async () => ''],
  ['PostgreSQL', createDatabase],
] as const) {
  test(engine, async (t) => {
    const { clients, secret } = await startTwo(t, await makeDatabase());

    await t.test('the second process uses the keys that the first one has read', async () => {
      const [here, there] = clients;
      const before = issuer.requests.length;
      holderOf(here, await exchangeIdentity(here, issuer.token()));
      const { length } = issuer.requests;
      assert.ok(length > before, 'they are read now');
      holderOf(there, await exchangeIdentity(there, issuer.token()));
      assert.equal(issuer.requests.length, length);
    });

    await t.test('two processes exchange an identity token once, however they race', async () => {
      for (let round = 0; round < 10; round += 1) {
        const token = issuer.token();
        const race = [...clients, ...clients].map((client) => exchangeIdentity(client, token));
        const statuses = (await Promise.all(race)).map(({ status }) => status);
        assert.deepEqual(statuses.toSorted(), [200, 400, 400, 400]);
      }
    });

    await t.test('with the same nonce, one of the tokens stays valid', async () => {
      for (let round = 0; round < 5; round += 1) {
        const token = issuer.token();
        const nonce = `the-nonce-of-round-${round}`;
        const race = [...clients, ...clients].map(async (client) =>
          holderOf(client, await exchangeIdentity(client, token, { nonce })),
        );
        const holders = await Promise.all(race);
        const statuses = await Promise.all(
          holders.map(async (holder) => (await holder.get('/-/whoami')).status),
        );
        assert.deepEqual(statuses.toSorted(), [200, 401, 401, 401]);
      }
    });

    await t.test('a revocation at one process ends tokens at the other at once', async () => {
      const [here, there] = clients;
      const token = holderOf(there, await exchangeIdentity(here, issuer.token()));
      const child = await attenuated(token, 'publish');
      assert.equal((await child.get('/-/whoami')).status, 200);
      await postForm(here, '/-/revoke', { token: token.token ?? '' });
      for (const ended of [token, child]) expectProblem(await ended.get('/-/whoami'), 'unauthenticated');
      const { baseUrl } = there;
      const stored = new Actor(baseUrl, secret);
      const narrow = await attenuated(stored, 'prime:@acme/web-style');
      await narrow.mustPublish({ name: '@acme/web-style', version: '1.0.0' });
      await postForm(here, '/-/revoke', { token: secret });
      expectProblem(await narrow.publish({ name: '@acme/web-style', version: '1.0.1' }), 'unauthenticated');
    });
  });
}
