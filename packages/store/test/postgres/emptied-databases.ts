// Stores for the contract of a store, one after the other in the same database: another database with connections of its own for each
// takes its server and the test longer than most tests.
import { setTimeout as delay } from 'node:timers/promises';
import { connect } from '@prime-registry/testkit/postgres';
import type { RegistryStore } from '../../src/contracts/registry-store.ts';
import {
  prepareConnections,
  type StoreConnections,
  storeOver,
} from '../../src/postgres/open-postgres-store.ts';
import { createNearMigratedDatabase } from './migrated-database.ts';

/** Above this, what deleted rows leave would slow the next tests. */
const MOST_VERSIONS = 200;
/** The rows of migrations, and counters that only grow. */
const KEPT = ['kysely_migration', 'kysely_migration_lock', 'migration_programs', 'commit_counts'];
/** Where the rows of a new database are kept. */
const NEW = 'of_a_new_database';

type Connection = Awaited<ReturnType<typeof connect>>;

interface Emptied {
  readonly url: string;
  readonly connections: StoreConnections;
  /** Makes it equal to a new one, except for {@link KEPT}. @returns whether it is worth that */
  empty(): Promise<boolean>;
  end(): Promise<void>;
}

/** Databases that are used again. */
export interface EmptiedDatabases {
  /** Opens an empty store. Closing it empties its database for the next one. */
  open(): Promise<RegistryStore>;
  /** URLs of those that nobody uses. */
  free(): readonly string[];
  end(): Promise<void>;
}

/** @param connections - of each store at a time */
export function emptiedDatabases(connections: number): EmptiedDatabases {
  const free: Emptied[] = [];
  return {
    async open() {
      const database = free.pop() ?? (await createEmptied(connections));
      const store = storeOver({ ...database.connections, end: async () => undefined });
      let closing: Promise<void> | undefined;
      const giveBack = async (): Promise<void> => {
        await store.close();
        await untilIdle(database.connections);
        if (await database.empty()) free.push(database);
        else await database.end();
      };
      return {
        ...store,
        close() {
          closing ??= giveBack();
          return closing;
        },
      };
    },
    free: () => free.map(({ url }) => url),
    async end() {
      await Promise.all(free.splice(0).map((database) => database.end()));
    },
  };
}

/** Resolves when no statement runs, not even one that a test has not waited for. */
async function untilIdle({ writers, readers }: StoreConnections): Promise<void> {
  const isIdle = ({ idleCount, totalCount, waitingCount }: typeof writers): boolean =>
    idleCount === totalCount && waitingCount === 0;
  while (!(isIdle(writers) && isIdle(readers))) await delay(1);
}

async function createEmptied(count: number): Promise<Emptied> {
  const url = await createNearMigratedDatabase();
  const connections = prepareConnections(url, count);
  const admin = await connect(url);
  // No triggers: tables that only grow are emptied too.
  await admin.run(`set session_replication_role = replica; create schema ${NEW}`);
  const tables = await listTables(admin.run);
  const statements = tables.map((table) => `delete from ${table}`);
  for (const table of tables) {
    const [first] = await admin.run(`select from ${table} limit 1`);
    if (first === undefined) continue;
    await admin.run(`create table ${NEW}.${table} as table ${table}`);
    statements.push(`insert into ${table} overriding system value table ${NEW}.${table}`);
  }
  statements.push(
    "select setval(sequencename::regclass, start_value, false) from pg_sequences where schemaname = 'public'",
  );
  const emptying = statements.join(';\n');
  return {
    url,
    connections,
    async empty() {
      const [versions] = await admin.run('select count(*) as count from versions');
      if (Number(versions?.count) > MOST_VERSIONS) return false;
      await admin.run(emptying);
      return true;
    },
    async end() {
      await Promise.all([admin.end(), connections.end()]);
    },
  };
}

/** All rows of a database, by table, and where its sequences are; without {@link KEPT}. */
export async function readAllRows(url: string): Promise<Record<string, unknown>> {
  const { run, end } = await connect(url);
  try {
    const rows: Record<string, unknown> = {};
    for (const table of await listTables(run)) rows[table] = await run(`select * from ${table}`);
    rows.sequences = await run('select sequencename, last_value from pg_sequences order by sequencename');
    return rows;
  } finally {
    await end();
  }
}

async function listTables(run: Connection['run']): Promise<string[]> {
  const rows = await run("select tablename from pg_tables where schemaname = 'public' order by tablename");
  return rows.map(({ tablename }) => String(tablename)).filter((table) => !KEPT.includes(table));
}
