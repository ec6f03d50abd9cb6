// Read leases on PostgreSQL.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventually } from '@prime-registry/testkit';
import { connect, query, sharedPostgres } from '@prime-registry/testkit/postgres';
import { insert, yank } from '@prime-registry/testkit/versions';
import { openPostgresStore } from '../../src/postgres/open-postgres-store.ts';
import { createMigratedDatabase } from '../postgres/migrated-database.ts';
import { testReadLeases } from './read-leases-suite.ts';

await sharedPostgres();

testReadLeases(async () => {
  const url = await createMigratedDatabase();
  return {
    open: () => openPostgresStore(url, 5),
    listLeases: async () => (await query(url, 'select name from leases')) as { name: string }[],
    run: (statement) => query(url, statement),
  };
});

const WAITING_LOCKS = `select 1 from pg_locks join pg_database on pg_database.oid = database
  where not granted and datname = current_database()`;

test('a change that began before a registration waits for its leases if it would end after it', async (t) => {
  const url = await createMigratedDatabase();
  const one = await openPostgresStore(url, 5);
  const other = await openPostgresStore(url, 5);
  t.after(() => Promise.all([one.close(), other.close()]));
  await insert(one, { version: '1.0.0' });
  const blocker = await connect(url);
  t.after(blocker.end);
  await blocker.run('begin; lock table versions in exclusive mode');
  const yanking = yank(one, '1.0.0');
  await eventually(async () => assert.equal((await query(url, WAITING_LOCKS)).length, 1));
  const leaseMs = 300;
  await other.registerReadLeases(leaseMs, 60_000);
  const startMs = performance.now();
  await blocker.run('commit');
  await yanking;
  assert.ok(performance.now() - startMs >= leaseMs);
});
