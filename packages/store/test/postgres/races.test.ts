// Races of two replicas: checks hold for both together, and no transaction deadlocks.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { inventoryOf } from '@prime-registry/testkit';
import { query, sharedPostgres } from '@prime-registry/testkit/postgres';
import { ACT, insertNew, newVersion, versionOf, yank } from '@prime-registry/testkit/versions';
import { openPostgresStore } from '../../src/postgres/open-postgres-store.ts';
import { createMigratedDatabase } from './migrated-database.ts';

await sharedPostgres();

async function openTwo(t: TestContext, database?: string) {
  const url = database ?? (await createMigratedDatabase());
  const stores = [await openPostgresStore(url, 4), await openPostgresStore(url, 4)] as const;
  t.after(() => Promise.all(stores.map((store) => store.close())));
  return stores;
}

const nothing = async (): Promise<void> => undefined;

test('simultaneous inserts through both replicas do not exceed the quota of a scope', async (t) => {
  const stores = await openTwo(t);
  const full = new Error('full');
  const outcomes = await Promise.allSettled(
    Array.from({ length: 60 }, async (_, index) => {
      // Spread over several transactions of each replica.
      await delay(3 * (index % 20));
      const version = newVersion({ name: `@acme/p${index % 7}`, version: `1.0.${index}` });
      return stores[index % 2]?.insertVersion(version, nothing, ({ versions }) => {
        if (versions > 11) throw full;
      });
    }),
  );
  const reasons = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
  assert.ok(
    reasons.every((reason) => reason === full),
    String(reasons),
  );
  assert.equal(outcomes.length - reasons.length, 11);
  assert.equal((await stores[0].findScopeUsage('@acme')).versions, 11);
});

test('search shows the latest version, whichever replica published or yanked last', async (t) => {
  const stores = await openTwo(t);
  for (let round = 0; round < 10; round += 1) {
    const name = `@acme/kiwi${round}`;
    const versions = ['1.0.0', '3.0.0', '2.0.0', '4.0.0'];
    const inserted = await Promise.all(
      versions.map((version, index) =>
        insertNew(stores[index % 2] ?? stores[0], newVersion({ name, version })),
      ),
    );
    assert.deepEqual(inserted, [true, true, true, true]);
    await Promise.all([yank(stores[0], '4.0.0', undefined, name), yank(stores[1], '2.0.0', undefined, name)]);
    for (const store of stores) {
      const { hits } = await store.search({ text: name, limit: 1, offset: 0 });
      assert.deepEqual([hits[0]?.name, hits[0]?.version], [name, '3.0.0']);
    }
  }
});

test('no replica moves a tarball into place while another one removes unreferenced blobs', async (t) => {
  const [one, other] = await openTwo(t);
  const order: string[] = [];
  const sha256 = 'cd'.repeat(32);
  let publishing: Promise<boolean> | undefined;
  await one.whileUnreferenced([sha256], async (unreferenced) => {
    assert.deepEqual(unreferenced, [sha256]);
    publishing = insertNew(other, newVersion({ sha256 }), async () => {
      order.push('put in place');
    });
    await delay(100);
    order.push('removed');
    return [{ ...ACT, action: 'gc' }];
  });
  assert.equal(await publishing, true);
  assert.deepEqual(order, ['removed', 'put in place']);
  await other.whileUnreferenced([sha256], async (unreferenced) => {
    assert.deepEqual(unreferenced, []);
    return [];
  });
});

test('groups of publishes with scopes in any order, yanks and tokens never deadlock', async (t) => {
  const url = await createMigratedDatabase();
  const stores = await openTwo(t, url);
  const scopes = ['@a', '@b', '@c', '@d', '@e'];
  // Another store holds one of the scopes until both groups wait for it.
  const [underWay, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const holder = await openPostgresStore(url, 4);
  const holding = holder.insertVersion(newVersion({ name: '@c/held' }), () => {
    underWay.resolve();
    return gate.promise;
  });
  await underWay.promise;
  const groups = [scopes, scopes.toReversed()].flatMap((ordered, index) =>
    ordered.map((scope) => insertNew(stores[index] ?? holder, newVersion({ name: `${scope}/p` }))),
  );
  await delay(200);
  gate.resolve();
  const isNew = await Promise.all(groups);
  assert.equal(isNew.filter(Boolean).length, scopes.length);
  await holding;
  await holder.close();

  const token = (id: string) => ({ id, usedAtMs: Math.round(performance.now()) });
  const publishAndYank = async (index: number): Promise<void> => {
    const store = stores[index % 2] ?? stores[0];
    const ordered = index % 2 === 0 ? scopes : scopes.toReversed();
    await Promise.all(
      ordered.map((scope) =>
        store.insertVersion(newVersion({ name: `${scope}/p`, version: `1.1.${index}` }), nothing),
      ),
    );
    await yank(store, `1.1.${index}`, undefined, `${ordered[0]}/p`);
    await store.noteTokenUses(ordered.map(token));
  };
  // In waves: on a busy machine, the last of 600 inserts would wait too long for a connection.
  for (let first = 0; first < 120; first += 24)
    await Promise.all(Array.from({ length: 24 }, (_, index) => publishAndYank(first + index)));
  for (const scope of scopes) assert.equal((await stores[0].listVersions(`${scope}/p`)).length, 121);
  // Each deadlock is counted by the connection that it ended, at the latest when that is closed.
  await Promise.all(stores.map((store) => store.close()));
  await delay(200);
  const [{ deadlocks } = {}] = await query(
    url,
    'select deadlocks from pg_stat_database where datname = current_database()',
  );
  assert.equal(Number(deadlocks), 0);
});

test('the change stamp changes with every commit of either replica, and only then', async (t) => {
  const [one, other] = await openTwo(t);
  const seen = new Set<number>();
  const look = async (): Promise<void> => {
    const stamp = await one.changeStamp();
    assert.equal(await other.changeStamp(), stamp);
    assert.equal(await one.changeStamp(), stamp);
    assert.ok(!seen.has(stamp));
    seen.add(stamp);
  };
  await look();
  for (const [index, store] of [one, other, other, one].entries()) {
    await store.insertVersion(newVersion({ version: `1.0.${index}` }), nothing);
    await look();
  }
  await yank(one, '1.0.1');
  await look();
  await other.recordAct({ ...ACT, action: 'gc' });
  await look();
});

test('publishes of the same atoms in two scopes do not wait for each other', async (t) => {
  const stores = await openTwo(t);
  const inventory = await inventoryOf([{ id: '@acme/alpha' }, { id: '@acme/beta' }]);
  const [one, other] = ['@acme/a', '@other/a'].map((name) => newVersion({ name, inventory }));
  assert.ok(one !== undefined && other !== undefined);
  // The first one has stored its atoms, and does not commit before the second one has.
  const isNew = await insertNew(stores[0], one, async () => {
    assert.equal(await insertNew(stores[1], other), true);
  });
  assert.equal(isNew, true);
  for (const store of stores) assert.equal((await store.listAtomHomes('@acme/beta')).length, 2);
});

test('versions of one Prime that share atoms are published through both replicas, each with all its atoms', async (t) => {
  const stores = await openTwo(t);
  const shared = Array.from({ length: 30 }, (_, index) => ({ id: `@acme/shared-${index}` }));
  const versions = Array.from({ length: 16 }, (_, index) => `1.${index}.0`);
  await Promise.all(
    versions.map(async (version, index) => {
      const inventory = await inventoryOf([...shared, { id: `@acme/own-${index}` }]);
      await stores[index % 2]?.insertVersion(newVersion({ version, inventory }), nothing);
    }),
  );
  for (const version of versions) {
    const graph = (
      await Array.fromAsync(stores[0].readGraphRows('@acme/web-style', versionOf(version)))
    ).flat();
    assert.equal(graph.length, 31, version);
  }
  assert.deepEqual(
    (await stores[1].listAtomHomes('@acme/own-15')).map(({ version }) => version),
    ['1.15.0'],
  );
  assert.deepEqual(await stores[1].listAtomHomes('@acme/own-14'), []);
  assert.deepEqual(await stores[0].findDefects(), []);
});

test('reading the change stamp over a broken connection fails once, and then succeeds', async (t) => {
  const url = await createMigratedDatabase();
  const [one, other] = await openTwo(t, url);
  const stamp = await one.changeStamp();
  assert.deepEqual(await Promise.all([one.changeStamp(), one.changeStamp()]), [stamp, stamp]);
  await query(
    url,
    "select pg_terminate_backend(pid) from pg_stat_activity where query like '%sum(count) from commit_counts%' and datname = current_database() and pid <> pg_backend_pid()",
  );
  await assert.rejects(async () => one.changeStamp(), { code: 'storage_unavailable' });
  assert.equal(await one.changeStamp(), stamp);
  await other.insertVersion(newVersion({ name: '@cut/p', version: '1.0.0' }), nothing);
  assert.notEqual(await one.changeStamp(), stamp);
});
