// Pages of tables that are joined by id. PostgreSQL may merge them, and does not conclude that the beginning of a page counts for both.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { eventually, inventoryOf } from '@prime-registry/testkit';
import { query, sharedPostgres } from '@prime-registry/testkit/postgres';
import { insert } from '@prime-registry/testkit/versions';
import { openPostgresStore } from '../../src/postgres/open-postgres-store.ts';
import { createMigratedDatabase } from './migrated-database.ts';

const VERSIONS = 100;
const PAGE = 10;

await sharedPostgres();
const url = await createMigratedDatabase();
/** Connections that merge what they join. */
const merging = new URL(url);
merging.searchParams.set(
  'options',
  '-c enable_nestloop=off -c enable_hashjoin=off -c enable_seqscan=off -c enable_bitmapscan=off -c enable_sort=off',
);

describe('of tables that are merged', () => {
  let lastId = 0;
  before(async () => {
    const store = await openPostgresStore(url, 3);
    const inventory = await inventoryOf([{ id: '@acme/one' }]);
    for (let number = 0; number < VERSIONS; number += 1)
      await insert(store, { name: `@acme/p${number}`, inventory });
    lastId = await store.findLastVersionId();
    await store.close();
    // Earlier versions were looked at.
    await query(
      url,
      `update log_state set backfilled_to = ${lastId - PAGE}, backfill_end = ${lastId - PAGE}`,
    );
    await query(url, 'analyze');
  });

  test('the last page of versions whose atoms are not indexed reads few inventories', async () => {
    const read = await countRead('inventories', (store) => store.listUnreadVersions(lastId - PAGE, PAGE));
    assert.ok(read < 2 * PAGE, `${read} of ${VERSIONS}`);
  });

  test('a look for new versions without an entry in the log reads few of those with one', async () => {
    const read = await countRead('logged_versions', (store) => store.logUnlogged(PAGE, 0));
    assert.ok(read < 2 * PAGE, `${read} of ${VERSIONS}`);
  });
});

/** How many entries of the indexes of a table some work reads. */
async function countRead(
  table: string,
  work: (store: Awaited<ReturnType<typeof openPostgresStore>>) => Promise<unknown>,
): Promise<number> {
  const before = await readCount(table);
  const store = await openPostgresStore(merging.href, 3);
  await work(store);
  // Connections report what they have read when they end.
  await store.close();
  return eventually(async () => {
    const read = (await readCount(table)) - before;
    assert.ok(read > 0, 'nothing was reported');
    return read;
  });
}

async function readCount(table: string): Promise<number> {
  const [row] = await query(
    url,
    `select coalesce(sum(idx_tup_read), 0)::float8 as read from pg_stat_user_indexes where relname = '${table}'`,
  );
  return Number(row?.read);
}
