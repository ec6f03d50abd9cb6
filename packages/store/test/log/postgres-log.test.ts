// The transparency log on PostgreSQL: the upgrade of a database without one, what the tables refuse, and the order of
// simultaneous appends.
import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import type { LogEntry } from '@prime-registry/protocol';
import { query, sharedPostgres } from '@prime-registry/testkit/postgres';
import { insert, newVersion } from '@prime-registry/testkit/versions';
import { openPostgresStore } from '../../src/postgres/open-postgres-store.ts';
import { createMigratedDatabase } from '../postgres/migrated-database.ts';
import { testLogBackfill } from './backfill-suite.ts';
import { LOG_DAMAGES, LOG_REFUSALS } from './damages.ts';
import { forgetLog } from './forget-log.ts';

await sharedPostgres();

async function dropTriggers(url: string): Promise<void> {
  for (const table of ['log_entries', 'log_nodes'])
    await query(url, `drop trigger ${table}_only_grows on ${table}`);
}

const nothing = async (): Promise<void> => undefined;

async function openTwo(t: TestContext) {
  const url = await createMigratedDatabase();
  const stores = [await openPostgresStore(url, 4), await openPostgresStore(url, 4)] as const;
  t.after(() => Promise.all(stores.map((store) => store.close())));
  return { url, stores };
}

describe('an upgrade', () =>
  testLogBackfill(async () => {
    const url = await createMigratedDatabase();
    return {
      open: () => openPostgresStore(url, 4),
      forgetLog: async (end) => {
        await dropTriggers(url);
        await query(url, forgetLog(end));
      },
    };
  }));

test('entries and nodes can only be added', async () => {
  const url = await createMigratedDatabase();
  for (const statement of [...LOG_REFUSALS, 'truncate log_entries', 'truncate log_nodes'])
    await assert.rejects(query(url, statement), /the transparency log can only be added to/, statement);
});

test('a verification finds what somebody with SQL has changed', async (t) => {
  const { url, stores } = await openTwo(t);
  for (const version of ['1.0.0', '2.0.0', '3.0.0']) await insert(stores[0], { version });
  assert.deepEqual(await stores[1].findDefects(), []);
  await dropTriggers(url);
  const statements = LOG_DAMAGES.flatMap((damage) =>
    damage.what === 'an entry that is none' ? damage.statements : [],
  );
  for (const statement of statements) await query(url, statement.replace('$bytes', 'bytea'));
  assert.deepEqual(await stores[1].findDefects(), [
    'entry #0: the log entry is not a JSON object',
    'the state of the log is not that of its 4 entries',
  ]);
});

test('simultaneous appends of two replicas have one order without gaps', async (t) => {
  const { stores } = await openTwo(t);
  const indexes = await Promise.all(
    Array.from({ length: 60 }, async (_, count) => {
      const store = stores[count % 2] ?? stores[0];
      // Publishes of the same words wait for each other before they get to the log; other appends do not.
      if (count % 3 > 0) return (await store.appendToLog([keyEntry(count)])).map(({ index }) => index);
      const inserted = await store.insertVersion(newVersion({ name: `@s${count}/p` }), nothing);
      assert.ok(inserted.isNew);
      return [inserted.logged.index];
    }),
  );
  assert.deepEqual(
    indexes.flat().toSorted((a, b) => a - b),
    Array.from({ length: 60 }, (_, index) => index + 1),
  );
  assert.deepEqual(await stores[0].findDefects(), []);
});

test('an append that waits for another one continues after it', async (t) => {
  const { url, stores } = await openTwo(t);
  await insert(stores[0]);
  // Both begin to wait before either can append, so the later one has begun before the earlier one commits.
  const holding = query(
    url,
    'begin; select size from log_state where id = 1 for update; select pg_sleep(0.7); commit',
  );
  await delay(200);
  const appending = Promise.all(stores.map((store, index) => store.appendToLog([keyEntry(index)])));
  await holding;
  const indexes = (await appending).flat().map(({ index }) => index);
  assert.deepEqual(indexes.toSorted(), [2, 3]);
  assert.deepEqual(await stores[0].findDefects(), []);
});

function keyEntry(index: number): LogEntry {
  return { v: 1, type: 'log-key', at: '2026-01-02T03:04:05Z', by: 'operator', vkey: `example+${index}+A` };
}
