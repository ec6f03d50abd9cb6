// A verification reads all of a database, which may take longer than any statement of a server may.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { query, sharedPostgres } from '@prime-registry/testkit/postgres';
import { insert } from '@prime-registry/testkit/versions';
import { openPostgresStore } from '../../src/postgres/open-postgres-store.ts';
import { createMigratedDatabase } from './migrated-database.ts';

await sharedPostgres();

/** Tables with a row for each version or atom, which single statements read to the end. */
const READ_WHOLE = [
  'versions',
  'inventories',
  'atom_contents',
  'log_entries',
  'log_nodes',
  'logged_versions',
];

for (const table of READ_WHOLE)
  test(`no timeout ends the verification of ${table}`, async () => {
    const url = await createMigratedDatabase();
    const store = await openPostgresStore(url, 3);
    try {
      await insert(store, { name: '@acme/one' });
      await readOnlyWithoutTimeout(url, table);
      assert.deepEqual(await store.findDefects(), []);
    } finally {
      await store.close();
    }
  });

/** As if the table was so large that no statement with a timeout reads it to the end. */
async function readOnlyWithoutTimeout(url: string, table: string): Promise<void> {
  await query(
    url,
    `create function is_unhurried() returns boolean language plpgsql as $$
     begin
       if current_setting('statement_timeout') = '0' then return true; end if;
       raise exception 'canceling statement due to statement timeout' using errcode = '57014';
     end $$`,
  );
  await query(url, `alter table ${table} rename to large`);
  await query(url, `create view ${table} as select * from large where is_unhurried()`);
}
