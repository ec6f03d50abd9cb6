// What is refused before any of the body is read, and what ends an upload under way.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { eventually, expectProblem, RawClient, startRegistry } from '@prime-registry/testkit';
import { operatorActs } from '../../src/actions/tokens/act.ts';
import { attenuated } from '../exchange/exchanging.ts';
import { LARGE_FORM } from './large-form.ts';

const registry = await startRegistry();
after(() => registry.stop());

const headOf = (token: string) => ({
  Authorization: `Bearer ${token}`,
  'Content-Type': LARGE_FORM.contentType,
  'Content-Length': String(LARGE_FORM.body.length),
});

test('a token that may not publish is refused before its upload is sent', async () => {
  for (const permission of ['read', 'yank'] as const) {
    const { token } = await registry.actorWith({ permissions: [permission], scopes: ['@acme'] });
    assert.ok(token);
    const client = await RawClient.connect(registry.baseUrl);
    await client.sendHead('POST /publish HTTP/1.1', { ...headOf(token), Expect: '100-continue' });
    const answer = await client.readAnswer();
    expectProblem(answer, 'permission_missing');
    assert.deepEqual(answer.interim, [], 'the body was not requested');
    client.destroy();
  }
});

test('a token that is revoked during an upload does not finish it, nor one that comes from it', async () => {
  for (const isOwn of [true, false]) {
    const parent = await registry.actorWith({ permissions: ['publish'], scopes: ['@acme'] });
    const { token } = isOwn ? parent : await attenuated(parent, 'publish');
    assert.ok(token);
    const { id } = (await registry.store.listTokens()).at(-1) ?? assert.fail();
    const client = await RawClient.connect(registry.baseUrl);
    await client.sendHead('POST /publish HTTP/1.1', headOf(token));
    await client.send(LARGE_FORM.body.subarray(0, -10));
    await eventually(async () => assert.equal((await registry.listFiles()).length, 1));
    await registry.store.revokeToken(id, Date.now(), operatorActs('token-revoke', Date.now()));
    await client.send(LARGE_FORM.body.subarray(-10));
    expectProblem(await client.readAnswer(), 'unauthenticated');
    client.destroy();
    await eventually(async () => assert.deepEqual(await registry.listFiles(), []));
    assert.equal((await registry.anonymous.get('/pack/@acme/web-style')).status, 404);
  }
});

test('a token that is revoked while its publish waits for the transactions of others publishes nothing', async () => {
  const { store } = registry;
  const { insertVersion } = store;
  for (const isOwn of [true, false]) {
    const parent = await registry.actorWith({ permissions: ['publish'], scopes: ['@acme'] });
    const publisher = isOwn ? parent : await attenuated(parent, 'publish');
    const { id } = (await store.listTokens()).at(-1) ?? assert.fail();
    store.insertVersion = (version, beforeCommit, checkUsage, confirm) =>
      insertVersion(version, beforeCommit, checkUsage, async () => {
        await confirm?.();
        await store.revokeToken(id, Date.now(), operatorActs('token-revoke', Date.now()));
      });
    const answer = await publisher.publish({ name: '@acme/late', version: '1.0.0' });
    store.insertVersion = insertVersion;
    expectProblem(answer, 'unauthenticated');
    assert.deepEqual(await registry.listFiles(), []);
    assert.equal((await registry.anonymous.get('/pack/@acme/late')).status, 404);
  }
});
