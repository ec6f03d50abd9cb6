// The store for several replicas: PostgreSQL 15 or later. An acknowledged change is committed there, and
// visible to every replica from then on.
import { RegistryError } from '@prime-registry/protocol';
import { Kysely, sql } from 'kysely';
import type { Pool } from 'pg';
import type { RegistryStore } from '../contracts/registry-store.ts';
import type { Erasure } from '../engine.ts';
import { POSTGRES_MIGRATIONS } from '../migrations/postgres.ts';
import type { Database, Schema } from '../sql/schema.ts';
import { createSqlStore } from '../sql-store.ts';
import {
  isUpToDate,
  type MigrationReport,
  migrate,
  type OnMigration,
  UP_TO_DATE,
} from '../upgrade/migrate.ts';
import { type MigrationPlan, planMigration } from '../upgrade/plan-migration.ts';
import { advisoryLocks } from './advisory-locks.ts';
import { describeAddress } from './database-address.ts';
import { findPostgresDefects } from './find-postgres-defects.ts';
import { postgresDialect } from './postgres-dialect.ts';
import { postgresLog } from './postgres-log.ts';
import { createPool, UNHURRIED } from './postgres-pool.ts';
import { repeatedTransactions } from './repeated-transactions.ts';
import { tsvectorSearchIndex } from './search/tsvector-search-index.ts';
import { createStampReader, type StampReader } from './stamp-reader.ts';

/** The oldest tested server, version 15, as a server_version_num. */
const OLDEST_SERVER = 150_000;

type PostgresStore = RegistryStore & { readonly migration: MigrationReport };

/**
 * Opens the store. Creates and migrates its tables as needed; several processes may do so at once.
 * @param url - `postgres://user:password@host:port/name`
 * @param connections - most connections at a time, at least 3
 * @throws RegistryError `storage_unavailable`; its cause names the database, without the password.
 */
export async function openPostgresStore(
  url: string,
  connections: number,
  onMigration?: OnMigration,
): Promise<PostgresStore> {
  return naming(url, () => open(url, connections, onMigration));
}

/**
 * Finds out what opening the store would migrate, without changing anything.
 * @throws RegistryError like {@link openPostgresStore}
 */
export async function planPostgresMigration(url: string): Promise<MigrationPlan> {
  return naming(url, () =>
    withMigrator(url, async (db) => {
      await checkServer(db);
      return planMigration(db, POSTGRES_MIGRATIONS);
    }),
  );
}

async function naming<T>(url: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
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

/** What deleted rows leave is up to the vacuum of the server. */
const VACUUM_ERASES: Erasure = {
  overwriting: (work) => work(),
  eraseDeleted: async () => undefined,
};

/** The connections of a store: separate pools, so that none blocks another. Writers wait for locks, and hot reads wait for the stamp. */
export interface StoreConnections {
  readonly writers: Pool;
  readonly stamps: StampReader;
  readonly readers: Pool;
  /** Ends them. @returns the same promise each time */
  end(): Promise<unknown>;
}

/** Prepares the connections; each is opened when it is needed. @param connections - most at a time, at least 3 */
export function prepareConnections(url: string, connections: number): StoreConnections {
  const writers = createPool(url, Math.max(1, Math.floor(connections / 3)));
  const stamps = createStampReader(url);
  const readers = createPool(url, connections - writers.options.max - 1);
  let ending: Promise<unknown> | undefined;
  return {
    writers,
    stamps,
    readers,
    end() {
      ending ??= Promise.all([writers, stamps, readers].map((pool) => pool.end()));
      return ending;
    },
  };
}

/** A store over connections to an up-to-date database. Closing it ends them. */
export function storeOver({ writers, stamps, readers, end }: StoreConnections): RegistryStore {
  const reader = dbOver(readers);
  return createSqlStore({
    transact: repeatedTransactions(dbOver(writers), () => writers.ending),
    locks: advisoryLocks,
    reader,
    searchIndex: tsvectorSearchIndex,
    erasure: VACUUM_ERASES,
    log: postgresLog,
    changeStamp: stamps.read,
    nowMs: sql`(extract(epoch from clock_timestamp()) * 1000)::bigint`,
    findDefects: () => findPostgresDefects(reader),
    close: end,
  });
}

async function open(
  url: string,
  connections: number,
  onMigration: OnMigration | undefined,
): Promise<PostgresStore> {
  const prepared = prepareConnections(url, connections);
  const migration = await bringUpToDate(url, dbOver(prepared.readers), onMigration).catch(
    async (error: unknown) => {
      await prepared.readers.end();
      throw error;
    },
  );
  return { ...storeOver(prepared), migration };
}

/** Migrates if that is needed. @param reader - asks whether it is; its connection stays open for the store */
async function bringUpToDate(
  url: string,
  reader: Database,
  onMigration: OnMigration | undefined,
): Promise<MigrationReport> {
  await checkServer(reader);
  if (await isUpToDate(reader, POSTGRES_MIGRATIONS)) return UP_TO_DATE;
  return withMigrator(url, (db) => migrate(db, POSTGRES_MIGRATIONS, onMigration));
}

/** Runs work on a connection without timeouts. */
async function withMigrator<T>(url: string, work: (db: Database) => Promise<T>): Promise<T> {
  const pool = createPool(url, 1, UNHURRIED);
  try {
    return await work(dbOver(pool));
  } finally {
    await pool.end();
  }
}

/** @throws Error if the server is too old */
async function checkServer(db: Database): Promise<void> {
  const { rows } = await sql<{ number: number; version: string }>`
    select current_setting('server_version_num')::int as number, current_setting('server_version') as version
  `.execute(db);
  const [server] = rows;
  if (server !== undefined && server.number < OLDEST_SERVER)
    throw new Error(`the server is PostgreSQL ${server.version}, but version 15 or later is required`);
}

function dbOver(pool: Pool): Database {
  return new Kysely<Schema>({ dialect: postgresDialect(pool) });
}
