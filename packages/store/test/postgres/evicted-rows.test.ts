// Evictions from the tables of PostgreSQL.
import { query, sharedPostgres } from '@prime-registry/testkit/postgres';
import { openPostgresStore } from '../../src/postgres/open-postgres-store.ts';
import { testEvictedRows } from '../mirrored/evicted-rows.ts';
import { createMigratedDatabase } from './migrated-database.ts';

await sharedPostgres();

testEvictedRows(async () => {
  const url = await createMigratedDatabase();
  return {
    store: await openPostgresStore(url, 5),
    count: async (sql) => Number(Object.values((await query(url, sql))[0] ?? {})[0]),
    run: (sql) => query(url, sql),
  };
});
