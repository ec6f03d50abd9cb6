// Migrated databases: copies of one that is migrated once in each test process.
import { createDatabase, createNearDatabase } from '@prime-registry/testkit/postgres';
import { openPostgresStore } from '../../src/postgres/open-postgres-store.ts';

let template: Promise<string> | undefined;

/** Creates a migrated database without content. @returns its URL */
export async function createMigratedDatabase(): Promise<string> {
  template ??= migrate();
  return await createDatabase(await template);
}

/** The same, with a URL over the server's socket. */
export async function createNearMigratedDatabase(): Promise<string> {
  template ??= migrate();
  return await createNearDatabase(await template);
}

async function migrate(): Promise<string> {
  const url = await createDatabase();
  await (await openPostgresStore(url, 3)).close();
  return url;
}
