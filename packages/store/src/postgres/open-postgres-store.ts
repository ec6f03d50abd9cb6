// The store for several replicas: a database of PostgreSQL 15 or later. What is acknowledged is committed there, and seen by
// every replica from then on.
import { RegistryError } from '@prime-registry/protocol';
import { Kysely, type Migration, sql } from 'kysely';
import type { Pool } from 'pg';
import type { RegistryStore } from '../contracts/registry-store.ts';
import { type MigrationReport, migrate } from '../migrations/migrate.ts';
import type { ColumnTypes } from '../sql/column-types.ts';
import type { Schema } from '../sql/schema.ts';
import { createSqlStore } from '../sql-store.ts';
import { advisoryLocks } from './advisory-locks.ts';
import { appendOnlyMigration } from './audit-migrations.ts';
import { changeCounterMigration } from './change-counter.ts';
import { describeAddress } from './database-address.ts';
import { findPostgresDefects } from './find-postgres-defects.ts';
import { postgresDialect } from './postgres-dialect.ts';
import { createPool, UNHURRIED } from './postgres-pool.ts';
import { repeatedTransactions } from './repeated-transactions.ts';
import { searchMigrations } from './search-migrations.ts';
import { createStampReader } from './stamp-reader.ts';
import { tsvectorSearchIndex } from './tsvector-search-index.ts';

const COLUMN_TYPES: ColumnTypes = {
  identity: sql`bigint generated always as identity`,
  wholeNumber: 'bigint',
  // As SQLite has it, and names, versions and digests are meant: by bytes.
  text: sql`text collate "C"`,
  bytes: 'bytea',
};

const MIGRATIONS: Record<string, Migration> = {
  '0006-audit-append-only': appendOnlyMigration,
  '0007-commit-counts': changeCounterMigration,
  ...searchMigrations,
};

/** The oldest that is tested (version 15), as server_version_num has it. */
const OLDEST_SERVER = 150_000;

type PostgresStore = RegistryStore & { readonly migration: MigrationReport };

/**
 * Opens the store, making and migrating its tables as needed; any number of processes may do so at once.
 * @param url - `postgres://user:password@host:port/name`
 * @param connections - the most to have at a time, at least 3
 * @throws RegistryError `storage_unavailable` when it cannot be opened; its cause says which, without the password.
 */
export async function openPostgresStore(url: string, connections: number): Promise<PostgresStore> {
  try {
    return await open(url, connections);
  } catch (error) {
    const reason = error instanceof RegistryError ? error.cause : error;
    const message =
      reason instanceof Error ? reason.message || String((reason as { code?: string }).code) : String(reason);
    throw new RegistryError(
      'storage_unavailable',
      { detail: 'The database of the registry cannot be opened.' },
      {
        cause: new Error(`the database ${describeAddress(url)} cannot be opened: ${message}`, {
          cause: reason,
        }),
      },
    );
  }
}

async function open(url: string, connections: number): Promise<PostgresStore> {
  const migration = await migrateApart(url);
  // Apart, so that neither is in the way of the other: writers wait for each other's locks, and hot reads wait for the stamp.
  const writers = createPool(url, Math.max(1, Math.floor(connections / 3)));
  const stamps = createStampReader(url);
  const readers = createPool(url, connections - writers.options.max - 1);
  const reader = dbOver(readers);
  let closing: Promise<unknown> | undefined;
  const store = createSqlStore({
    transact: repeatedTransactions(dbOver(writers), () => writers.ending),
    locks: advisoryLocks,
    reader,
    searchIndex: tsvectorSearchIndex,
    changeStamp: stamps.read,
    findDefects: () => findPostgresDefects(reader),
    close() {
      closing ??= Promise.all([writers, stamps, readers].map((pool) => pool.end()));
      return closing;
    },
  });
  return { ...store, migration };
}

async function migrateApart(url: string): Promise<MigrationReport> {
  const pool = createPool(url, 1, UNHURRIED);
  try {
    const db = dbOver(pool);
    const { rows } = await sql<{ number: number; version: string }>`
      select current_setting('server_version_num')::int as number, current_setting('server_version') as version
    `.execute(db);
    const [server] = rows;
    if (server !== undefined && server.number < OLDEST_SERVER)
      throw new Error(`it is PostgreSQL ${server.version}, and 15 or later is needed`);
    return await migrate(db as unknown as Kysely<never>, COLUMN_TYPES, MIGRATIONS);
  } finally {
    await pool.end();
  }
}

function dbOver(pool: Pool): Kysely<Schema> {
  return new Kysely<Schema>({ dialect: postgresDialect(pool) });
}
