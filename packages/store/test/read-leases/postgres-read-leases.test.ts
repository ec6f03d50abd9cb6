// Read leases on PostgreSQL.
import { query, sharedPostgres } from '@prime-registry/testkit/postgres';
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
