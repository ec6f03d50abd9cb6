// A database that went back in time: a trust rule that was taken back since then must not return.
import assert from 'node:assert/strict';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { openSqliteStore } from '../../src/sqlite/open-sqlite-store.ts';

const ACT = {
  ...({ action: 'trust-add', atMs: 1000, actorId: 'operator', actorName: 'root' } as const),
  ...{ address: undefined, requestId: undefined },
};

test('what the log says of trust rules is done again, as far as it only takes trust back', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'trust-'));
  t.after(() => rm(folder, { recursive: true }));
  const file = join(folder, 'registry.sqlite');
  const older = join(folder, 'older.sqlite');

  const before = await openSqliteStore(file);
  for (const name of ['taken back', 'pinned later', 'kept']) await before.insertTrustRule(newRule(name), ACT);
  const first = (await before.readLogHead()).edge.size;
  await before.close();
  await cp(file, older);

  const newer = await openSqliteStore(file);
  await newer.removeTrustRule('taken back', ACT);
  await newer.pinTrustRule('pinned later', { repository_id: '456789' }, ACT);
  await newer.insertTrustRule(newRule('new'), ACT);
  const { edge } = await newer.readLogHead();
  const entries = await newer.listLogEntries(first, edge.size);
  await newer.close();

  const store = await openSqliteStore(older);
  await store.haltLog('a backup was restored');
  const recovered = await store.recoverEntries({ first, entries, edge, isLast: true });
  assert.deepEqual(recovered, {
    lost: [],
    unfollowed: [
      { index: first + 1, reason: "pins the trust rule 'pinned later', which has to be added again" },
      { index: first + 2, reason: "adds the trust rule 'new', which has to be added again" },
    ],
  });
  assert.deepEqual(
    (await store.listTrustRules()).map(({ rule }) => rule.name),
    ['kept'],
  );
  assert.deepEqual(await store.findDefects(), []);
  await store.close();
});

function newRule(name: string) {
  const rule = {
    ...({ name, preset: 'github', issuer: 'https://token.actions.githubusercontent.com' } as const),
    ...{ conditions: { repository: 'acme/web-style' }, pin: ['repository_id'], may: ['publish'] as const },
    ...({ scopes: ['@acme'], primes: [], show: 'names' } as const),
  };
  return { id: name, rule, createdAtMs: 1000, createdBy: 'root' };
}
