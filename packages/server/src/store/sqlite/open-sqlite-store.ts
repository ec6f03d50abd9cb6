// The default store: one SQLite file. Readers never wait for a writer (WAL), and what is committed survives a power
// failure (synchronous FULL syncs the log at every commit).
import { DatabaseSync } from 'node:sqlite';
import { Kysely } from 'kysely';
import { type MigrationReport, migrate } from '../migrate.ts';
import type { RegistryStore } from '../registry-store.ts';
import type { Schema } from '../schema.ts';
import { createSqlStore } from '../sql-store.ts';
import { fts5Migration, fts5SearchIndex } from './fts5-search-index.ts';
import { nodeSqliteDialect } from './node-sqlite-dialect.ts';
import { translateSqliteError } from './translate-sqlite-error.ts';

// How long a write waits for another process on the same file.
const BUSY_TIMEOUT_MS = 5000;

/**
 * Opens the store in the file, making and migrating it as needed.
 * @throws RegistryError `storage_unavailable` when the file cannot be opened, or is no database.
 */
export async function openSqliteStore(
  file: string,
): Promise<RegistryStore & { readonly migration: MigrationReport }> {
  const writer = connect(file);
  const migration = await migrate(writer.db as unknown as Kysely<never>, { '0002-search': fts5Migration });
  // A connection of their own for reads: a transaction holds the writer while a tarball is put in place.
  const reader = connect(file);
  const store = createSqlStore({
    writer: writer.db,
    reader: reader.db,
    searchIndex: fts5SearchIndex,
    close() {
      reader.close();
      writer.close();
    },
  });
  return { ...store, migration };
}

interface Connection {
  readonly db: Kysely<Schema>;
  /** Closes the database itself: Kysely's own way makes every later query a failure that nobody expected. */
  close(): void;
}

function connect(file: string): Connection {
  const database = translateSqliteError(() => new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS }));
  translateSqliteError(() => {
    database.exec('pragma journal_mode = wal');
    database.exec('pragma synchronous = full');
    database.exec('pragma foreign_keys = on');
  });
  return {
    db: new Kysely<Schema>({ dialect: nodeSqliteDialect(database) }),
    close: () => {
      if (database.isOpen) database.close();
    },
  };
}
