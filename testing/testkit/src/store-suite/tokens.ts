// Contract tests of tokens.
import assert from 'node:assert/strict';
import type { TokenRecord } from '@prime-registry/store';
import { ACT } from './inserts/new-version.ts';
import { type OpenStore, testWithStore } from './with-store.ts';

const secretOf = (byte: number): Uint8Array => new Uint8Array(32).fill(byte);

function token(draft: Partial<TokenRecord> = {}): TokenRecord {
  return {
    id: 'id-1',
    name: 'of the build',
    permissions: ['publish', 'yank'],
    scopes: ['@acme', '@other'],
    createdAtMs: 1000,
    expiresAtMs: undefined,
    revokedAtMs: undefined,
    lastUsedAtMs: undefined,
    ...draft,
  };
}

export function testTokens(open: OpenStore): void {
  testWithStore(open, 'a token is found only by the digest of its secret', async (store) => {
    const expiring = token({
      id: 'id-2',
      expiresAtMs: Date.UTC(2030, 0, 1),
      scopes: ['*'],
      permissions: ['admin'],
    });
    await store.insertToken(token(), secretOf(1), ACT);
    await store.insertToken(expiring, secretOf(2), ACT);
    assert.deepEqual(await store.findTokenBySecret(secretOf(1)), token());
    assert.deepEqual(await store.findTokenBySecret(secretOf(2)), expiring);
    assert.equal(await store.findTokenBySecret(secretOf(3)), undefined);
    assert.equal(await store.findTokenBySecret(secretOf(1).subarray(0, 31)), undefined);
  });

  testWithStore(open, 'of several first tokens at the same time, one is inserted', async (store) => {
    const ids = ['a', 'b', 'c', 'd'];
    const first = (id: string, byte: number) =>
      store.insertFirstToken(token({ id }), secretOf(byte), { ...ACT, action: 'token-create' });
    const inserted = await Promise.all(ids.map(first));
    assert.equal(inserted.filter(Boolean).length, 1);
    const [only, ...others] = await store.listTokens();
    assert.deepEqual([only?.id, others], [ids[inserted.indexOf(true)], []]);
    const entries = await store.listAuditEntries({ actions: ['token-create'] }, 0, 10);
    assert.deepEqual(
      entries.map(({ tokenId }) => tokenId),
      [only?.id],
    );
    await store.revokeToken(only?.id ?? '', 1, ACT);
    assert.equal(await first('e', 9), false, 'a revoked one counts too');
  });

  testWithStore(open, 'many tokens are found at once, in the order of their secrets', async (store) => {
    for (const byte of [1, 2, 3]) await store.insertToken(token({ id: `id-${byte}` }), secretOf(byte), ACT);
    await store.revokeToken('id-2', 5000, ACT);
    const others = Array.from({ length: 250 }, (_, index) => new Uint8Array(32).fill(index, 1));
    const found = await store.findTokensBySecrets([secretOf(3), ...others, secretOf(2), secretOf(3)]);
    assert.equal(found.length, 253);
    assert.deepEqual(
      found.map((each) => each?.id).filter((id) => id !== undefined),
      ['id-3', 'id-2', 'id-3'],
    );
    assert.equal(found.at(-2)?.revokedAtMs, 5000);
    assert.deepEqual(await store.findTokensBySecrets([]), []);
  });

  testWithStore(open, 'tokens are listed oldest first, revoked and expired ones too', async (store) => {
    for (const [id, createdAtMs] of [
      ['c', 3],
      ['a', 1],
      ['b', 2],
    ] as const) {
      await store.insertToken(
        token({ id, createdAtMs, expiresAtMs: createdAtMs + 1 }),
        secretOf(createdAtMs),
        ACT,
      );
    }
    await store.revokeToken('a', 9, ACT);
    assert.deepEqual(
      (await store.listTokens()).map(({ id }) => id),
      ['a', 'b', 'c'],
    );
  });

  testWithStore(open, 'a token is revoked once and stays revoked', async (store) => {
    await store.insertToken(token(), secretOf(1), ACT);
    await store.insertToken(token({ id: 'id-2' }), secretOf(2), ACT);
    const revoked = token({ revokedAtMs: 5000 });
    assert.deepEqual(await store.revokeToken('id-1', 5000, ACT), revoked);
    assert.deepEqual(await store.revokeToken('id-1', 6000, ACT), revoked, 'the first time counts');
    assert.deepEqual(await store.findTokenBySecret(secretOf(1)), revoked);
    assert.equal((await store.findTokenBySecret(secretOf(2)))?.revokedAtMs, undefined);
    assert.equal(await store.revokeToken('id-3', 5000, ACT), undefined);
  });

  testWithStore(open, 'replacing a token is atomic', async (store) => {
    await store.insertToken(token(), secretOf(1), ACT);
    const next = token({ id: 'id-2' });
    assert.equal(await store.replaceToken('id-1', 7000, next, secretOf(2), ACT), true);
    assert.deepEqual(await store.findTokenBySecret(secretOf(1)), token({ expiresAtMs: 7000 }));
    assert.deepEqual(await store.findTokenBySecret(secretOf(2)), next);
    await store.revokeToken('id-1', 5000, ACT);
    for (const id of ['id-1', 'id-9']) {
      assert.equal(await store.replaceToken(id, 8000, token({ id: 'id-3' }), secretOf(3), ACT), false);
    }
    await assert.rejects(store.replaceToken('id-2', 8000, next, secretOf(4), ACT), 'the id is taken');
    assert.deepEqual(await store.listTokens(), [token({ expiresAtMs: 7000, revokedAtMs: 5000 }), next]);
  });

  testWithStore(open, 'a replacement never makes a token live longer', async (store) => {
    await store.insertToken(token(), secretOf(1), ACT);
    assert.equal(await store.replaceToken('id-1', 7000, token({ id: 'id-2' }), secretOf(2), ACT), true);
    // As of a rotation that has read the token before the first one.
    assert.equal(await store.replaceToken('id-1', 7001, token({ id: 'id-3' }), secretOf(3), ACT), false);
    assert.equal((await store.findTokenBySecret(secretOf(1)))?.expiresAtMs, 7000);
    assert.equal(await store.findTokenBySecret(secretOf(3)), undefined);
    assert.equal(await store.replaceToken('id-1', 7000, token({ id: 'id-3' }), secretOf(3), ACT), true);
    assert.equal(await store.replaceToken('id-1', 6000, token({ id: 'id-4' }), secretOf(4), ACT), true);
    assert.equal((await store.findTokenBySecret(secretOf(1)))?.expiresAtMs, 6000);
  });

  testWithStore(open, 'the last use of a token is the latest one recorded', async (store) => {
    await store.insertToken(token(), secretOf(1), ACT);
    await store.insertToken(token({ id: 'id-2', createdAtMs: 2000 }), secretOf(2), ACT);
    const uses = [5000, 9000, 7000].map((usedAtMs) => ({ id: 'id-1', usedAtMs }));
    await store.noteTokenUses([...uses, { id: 'id-9', usedAtMs: 1 }]);
    await store.noteTokenUses([]);
    assert.deepEqual(
      (await store.listTokens()).map(({ lastUsedAtMs }) => lastUsedAtMs),
      [9000, undefined],
    );
  });
}
