// Races of removals through one replica with what other replicas do to the same versions.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { query, sharedPostgres } from '@prime-registry/testkit/postgres';
import { ACT, newVersion, versionOf, yank } from '@prime-registry/testkit/versions';
import { openPostgresStore } from '../../src/postgres/open-postgres-store.ts';
import { createMigratedDatabase } from './migrated-database.ts';

await sharedPostgres();

const nothing = async (): Promise<void> => undefined;
const DAYS = [20_000];

async function openThree(t: TestContext, url: string) {
  const stores = [
    await openPostgresStore(url, 4),
    await openPostgresStore(url, 4),
    await openPostgresStore(url, 4),
  ] as const;
  t.after(() => Promise.all(stores.map((store) => store.close())));
  return stores;
}

test('removals, counts of downloads, yanks and publishes of the same Primes never deadlock', async (t) => {
  const url = await createMigratedDatabase();
  const [one, two, three] = await openThree(t, url);
  const names = ['@a/p', '@b/p'];
  const rounds = 24;
  const of = (round: number) => `1.${round}.0`;
  for (let round = 0; round < rounds; round += 1)
    for (const name of names) await one.insertVersion(newVersion({ name, version: of(round) }), nothing);

  const counts = (order: readonly string[], round: number) =>
    order.flatMap((name) =>
      DAYS.flatMap((day) =>
        [round, round + 1].map((each) => ({ name, identity: of(each), day, downloads: 1 })),
      ),
    );
  for (let round = 0; round + 1 < rounds; round += 1) {
    await one.addDownloads(counts(names, round));
    await Promise.all([
      ...names.map((name) =>
        two.removeVersion({
          ...{ name, version: versionOf(of(round)), category: 'secret', reason: undefined },
          ...{ removedAtMs: 1, act: { ...ACT, action: 'remove' } },
        }),
      ),
      one.addDownloads(counts(names, round)),
      three.addDownloads(counts(names.toReversed(), round)),
      ...names.map((name) => yank(three, of(round), undefined, name)),
      ...names.map((name) => one.insertVersion(newVersion({ name, version: `2.${round}.0` }), nothing)),
    ]);
  }

  for (const name of names) {
    assert.equal((await one.listVersions(name)).length, rounds);
    const rows = await one.listDownloads(name, 0);
    const sum = rows.reduce((total, { downloads }) => total + downloads, 0);
    assert.equal(await one.countDownloads(name), sum, 'the total is that of the versions that are left');
  }
  assert.deepEqual(await one.findDefects(), []);
  // Each deadlock is counted by the connection that it ended, at the latest when that is closed.
  await Promise.all([one, two, three].map((store) => store.close()));
  await delay(200);
  const [{ deadlocks } = {}] = await query(
    url,
    'select deadlocks from pg_stat_database where datname = current_database()',
  );
  assert.equal(Number(deadlocks), 0);
});
