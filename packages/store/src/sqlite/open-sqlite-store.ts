// The default store: one SQLite file. Readers never wait for a writer (WAL), and committed data survives a
// power failure (synchronous FULL syncs the log at every commit).
import { DatabaseSync } from 'node:sqlite';
import { Kysely, sql } from 'kysely';
import { findAtomDefects } from '../atoms/find-atom-defects.ts';
import type { RegistryStore } from '../contracts/registry-store.ts';
import type { TransactionLocks } from '../engine.ts';
import { findLogDefects } from '../log/defects/find-log-defects.ts';
import { SQLITE_MIGRATIONS } from '../migrations/sqlite.ts';
import { queryDirectly } from '../sql/direct-queries.ts';
import type { Database, Schema } from '../sql/schema.ts';
import { createSqlStore } from '../sql-store.ts';
import { type MigrationReport, migrate, type OnMigration } from '../upgrade/migrate.ts';
import { type MigrationPlan, planMigration } from '../upgrade/plan-migration.ts';
import { createErasure } from './erase-deleted.ts';
import { findSqliteDefects } from './find-sqlite-defects.ts';
import { LargeCommits } from './large-commits.ts';
import { namingDatabase } from './name-database.ts';
import { nodeSqliteDialect } from './node-sqlite-dialect.ts';
import { patientTransactions } from './patient-transactions.ts';
import { fts5SearchIndex } from './search/fts5-search-index.ts';
import { sqliteLog } from './sqlite-log.ts';
import { translateSqliteError } from './translate-sqlite-error.ts';

// How long a connection waits for a lock of another process, blocking the thread. At the start, that process
// may be migrating. Later, transactions retry instead, and readers only wait while another process recovers
// the log.
const START_TIMEOUT_MS = 5000;
const READER_TIMEOUT_MS = 20;
const WRITER_TIMEOUT_MS = 0;

// Pages of the database that reads find without a system call, in KiB: a search reads some hundred rows from all over the
// tables. It takes that memory only when so much was read. See decision 0096.
const READER_CACHE_KIB = 49_152;

// A write transaction has the database alone, so no other locks are needed.
const ONE_WRITER: TransactionLocks = {
  lockScopes: async () => undefined,
  lockPublishes: async () => undefined,
  tryLockRebuild: async () => true,
};

type SqliteStore = RegistryStore & { readonly migration: MigrationReport };

/**
 * Opens the store in the file. Creates and migrates it as needed.
 * @param onMigration - called before each migration
 * @throws RegistryError `storage_unavailable` if the file cannot be opened, or is not a database; its cause
 * names the file.
 */
export async function openSqliteStore(file: string, onMigration?: OnMigration): Promise<SqliteStore> {
  return namingDatabase(file, () => open(file, onMigration));
}

/**
 * Finds out what opening the store would migrate, without changing anything.
 * @param file - an existing database
 * @throws RegistryError like {@link openSqliteStore}
 */
export async function planSqliteMigration(file: string): Promise<MigrationPlan> {
  return namingDatabase(file, async () => {
    // Not read-only: such a connection leaves the log files behind, owned by the user who ran the command.
    using database = new DatabaseSync(file, { timeout: START_TIMEOUT_MS });
    database.exec('pragma query_only = on');
    const db = new Kysely<Schema>({ dialect: nodeSqliteDialect(database) });
    return await planMigration(db, SQLITE_MIGRATIONS);
  });
}

async function open(file: string, onMigration: OnMigration | undefined): Promise<SqliteStore> {
  const writer = connect(file);
  const migration = await migrate(writer.db, SQLITE_MIGRATIONS, onMigration);
  // A separate connection for reads: a transaction holds the writer while a tarball is moved into place.
  const reader = connect(file);
  reader.database.exec(`pragma cache_size = -${READER_CACHE_KIB}`);
  reader.waitAtMost(READER_TIMEOUT_MS);
  await queryDirectly(reader.db);
  writer.waitAtMost(WRITER_TIMEOUT_MS);
  const transact = patientTransactions(writer.db);
  const store = createSqlStore({
    transact,
    erasure: createErasure({ file, database: writer.database, transact }),
    locks: ONE_WRITER,
    reader: reader.db,
    searchIndex: fts5SearchIndex,
    log: sqliteLog,
    changeStamp: reader.changeStamp,
    nowMs: sql`cast(unixepoch('subsec') * 1000 as integer)`,
    findDefects: async () => [
      ...(await reader.findDefects()),
      ...(await findAtomDefects(reader.db)),
      ...(await findLogDefects(reader.db, sqliteLog)),
    ],
    async close() {
      await reader.close();
      await writer.close();
    },
  });
  return { ...store, migration };
}

interface Connection {
  readonly database: DatabaseSync;
  readonly db: Database;
  /** Changes with every commit of another connection (sqlite.org/pragma.html, data_version). */
  changeStamp(): number;
  /** Runs the checks of SQLite (sqlite.org/pragma.html, integrity_check and foreign_key_check). */
  findDefects(): Promise<string[]>;
  /** Sets how long a statement waits for a lock before it fails. */
  waitAtMost(timeoutMs: number): void;
  /**
   * Closes the database itself: after Kysely's destroy(), later queries would fail with an unexpected error.
   */
  close(): Promise<void>;
}

function connect(file: string): Connection {
  const database = translateSqliteError(() => new DatabaseSync(file, { timeout: START_TIMEOUT_MS }));
  translateSqliteError(() => {
    database.exec('pragma journal_mode = wal');
    database.exec('pragma synchronous = full');
    database.exec('pragma foreign_keys = on');
    // For the journal of savepoints: a temporary file would cost half as much as the rest of a transaction.
    database.exec('pragma temp_store = memory');
    // Deleted bytes are overwritten in pages that are written anyway (sqlite.org/pragma.html, secure_delete).
    database.exec('pragma secure_delete = fast');
  });
  const largeCommits = new LargeCommits(file, database);
  const dataVersion = database.prepare('pragma data_version');
  return {
    database,
    changeStamp: () => translateSqliteError(() => dataVersion.get())?.data_version as number,
    findDefects: async () => translateSqliteError(() => findSqliteDefects(file)),
    db: new Kysely<Schema>({ dialect: nodeSqliteDialect(database, largeCommits) }),
    waitAtMost: (timeoutMs) => database.exec(`pragma busy_timeout = ${timeoutMs}`),
    async close() {
      if (database.isOpen) database.close();
      await largeCommits.close();
    },
  };
}
