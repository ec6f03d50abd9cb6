// The audit log: one entry for each change, in the transaction of the change, in commit order.
import assert from 'node:assert/strict';
import type { AuditEntry, RegistryStore } from '@prime-registry/store';
import { ACT, insert, newVersion, versionOf, yank } from './inserts/new-version.ts';
import { type OpenStore, testWithStore } from './with-store.ts';

const NAME = '@acme/web-style';
const TOKEN = {
  id: 'id-1',
  name: 'of the build',
  permissions: ['publish'],
  scopes: ['@acme'],
  createdAtMs: 1000,
  expiresAtMs: Date.UTC(2030, 0, 1),
  revokedAtMs: undefined,
  lastUsedAtMs: undefined,
} as const;

export function testAudit(open: OpenStore): void {
  testWithStore(open, 'every change has one entry: who, from where, what', async (store) => {
    const yanking = { ...ACT, action: 'yank', requestId: undefined, address: undefined } as const;
    await insert(store, { version: '1.0.0-rc.1+b' });
    await store.yankVersion({
      name: NAME,
      version: versionOf('1.0.0-rc.1'),
      yankedAtMs: 5,
      yankedBy: 'x',
      reason: 'wrong “rules”',
      act: yanking,
    });
    await store.insertToken(TOKEN, new Uint8Array(32), { ...ACT, action: 'token-create' });
    await store.revokeToken('id-1', 9, { ...ACT, action: 'token-revoke' });
    await store.recordAct({ ...ACT, action: 'gc', details: { sha256: 'ab' } });
    const sha256 = 'ab'.repeat(32);
    const none = { name: undefined, version: undefined, tokenId: undefined };
    const published = { name: NAME, version: '1.0.0-rc.1+b' };
    assert.deepEqual(await listAll(store), [
      { ...ACT, ...none, ...published, details: { sha256, size_bytes: 1234 } },
      { ...yanking, ...none, ...published, details: { sha256, reason: 'wrong “rules”' } },
      {
        ...ACT,
        ...none,
        action: 'token-create',
        tokenId: 'id-1',
        details: {
          name: 'of the build',
          permissions: ['publish'],
          scopes: ['@acme'],
          expires_at: '2030-01-01T00:00:00Z',
        },
      },
      { ...ACT, ...none, action: 'token-revoke', tokenId: 'id-1', details: { name: 'of the build' } },
      { ...ACT, ...none, action: 'gc', details: { sha256: 'ab' } },
    ]);
  });

  testWithStore(open, 'an action without effect has no entry', async (store) => {
    await insert(store);
    await yank(store, '1.0.0');
    await store.insertToken(TOKEN, new Uint8Array(32), ACT);
    await store.revokeToken('id-1', 9, ACT);
    const before = await listAll(store);
    assert.equal(await insert(store), false);
    await yank(store, '1.0.0');
    await yank(store, '7.0.0');
    await store.revokeToken('id-1', 10, ACT);
    await store.revokeToken('id-2', 10, ACT);
    await assert.rejects(
      store.insertVersion(newVersion({ version: '2.0.0' }), () => Promise.reject(new Error('disk full'))),
    );
    assert.deepEqual(await listAll(store), before);
  });

  testWithStore(open, 'each publish that wins in a shared transaction has an entry', async (store) => {
    const versions = Array.from({ length: 10 }, (_, index) => `1.${index}.0`);
    const outcomes = await Promise.allSettled(
      [...versions, ...versions].map((version, index) =>
        store.insertVersion(newVersion({ version }), async () => {
          if (index === 3) throw new Error('disk full');
        }),
      ),
    );
    assert.equal(outcomes.filter(({ status }) => status === 'rejected').length, 1);
    const logged = (await listAll(store)).map(({ version }) => version);
    assert.deepEqual(logged.toSorted(), versions);
  });

  testWithStore(open, 'entries are read in pages, by time, action, name and token', async (store) => {
    const acts: AuditEntry[] = [
      { ...ACT, atMs: 10, action: 'publish', name: NAME, version: '1.0.0' },
      { ...ACT, atMs: 20, action: 'yank', name: '@acme/other', version: '1.0.0' },
      { ...ACT, atMs: 30, action: 'token-create', tokenId: 'id-7', actorId: 'operator' },
      { ...ACT, atMs: 40, action: 'gc', actorId: 'id-7' },
    ];
    for (const act of acts) await store.recordAct(act);
    const times = async (filter: Parameters<typeof store.listAuditEntries>[0]): Promise<number[]> =>
      (await store.listAuditEntries(filter, 0, 100)).map(({ atMs }) => atMs);
    assert.deepEqual(await times({}), [10, 20, 30, 40]);
    assert.deepEqual(await times({ sinceMs: 20, untilMs: 40 }), [20, 30]);
    assert.deepEqual(await times({ actions: ['gc', 'publish'] }), [10, 40]);
    assert.deepEqual(await times({ name: NAME }), [10]);
    assert.deepEqual(await times({ tokenId: 'id-7' }), [30, 40]);
    assert.deepEqual(await times({ tokenId: 'id-7', untilMs: 40 }), [30]);
    const [first] = await store.listAuditEntries({}, 0, 1);
    const rest = await store.listAuditEntries({}, first?.id ?? 0, 2);
    assert.deepEqual(
      rest.map(({ atMs }) => atMs),
      [20, 30],
    );
  });
}

async function listAll(store: RegistryStore) {
  const entries = await store.listAuditEntries({}, 0, 1000);
  return entries.map(({ id, ...entry }) => entry);
}
