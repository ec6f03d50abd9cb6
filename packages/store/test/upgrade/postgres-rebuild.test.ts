// Rebuilds of the search index in PostgreSQL.
import { createDatabase, query, sharedPostgres } from '@prime-registry/testkit/postgres';
import { openPostgresStore } from '../../src/postgres/open-postgres-store.ts';
import { testRebuild } from './rebuild-suite.ts';

await sharedPostgres();

testRebuild(async (copied) => {
  const url = await createDatabase(copied);
  return { address: url, open: () => openPostgresStore(url, 5), run: (statement) => query(url, statement) };
});
