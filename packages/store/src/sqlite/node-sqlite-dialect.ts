// Kysely's SQLite dialect over node:sqlite, which needs no native module.
import type { DatabaseSync } from 'node:sqlite';
import { type Dialect, type Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely';
import type { LargeCommits } from './large-commits.ts';
import { NodeSqliteDriver } from './node-sqlite-driver.ts';

/** Creates the dialect. Driver errors that mean an unavailable database become RegistryErrors. */
export function nodeSqliteDialect(database: DatabaseSync, largeCommits?: LargeCommits): Dialect {
  return {
    createAdapter: () => new TransactionalSqliteAdapter(),
    createDriver: () => new NodeSqliteDriver(database, largeCommits),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createIntrospector: (db: Kysely<unknown>) => new SqliteIntrospector(db),
  };
}

/** SQLite can roll back schema changes: migrations are one transaction, and processes do not mix theirs. */
class TransactionalSqliteAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}
