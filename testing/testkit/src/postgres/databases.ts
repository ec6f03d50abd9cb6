// Databases on one PostgreSQL server for each test process. The first database starts the server.
import pg from 'pg';
import { type PostgresServer, startPostgres } from './start-postgres.ts';

let started: Promise<PostgresServer> | undefined;
/** One kept connection: another process of the server for each statement would take a third of the time of a copy. */
let administration: pg.Pool | undefined;
let made = 0;

/** The server of this process. It ends with the process. */
export async function sharedPostgres(): Promise<PostgresServer> {
  started ??= startPostgres();
  // A promise for each caller: the test runner takes what follows an await for a part of the test that made the promise.
  return await started;
}

/**
 * Creates a database on the server of this process.
 * @param template the URL of a database to copy, to which nobody is connected; default an empty one. To copy a
 *   migrated database takes half as long as to migrate an empty one.
 * @returns its URL
 */
export async function createDatabase(template?: string): Promise<string> {
  return (await sharedPostgres()).urlOf(await create(template));
}

/** The same, with a URL over the server's socket: see {@link PostgresServer.nearUrlOf}. */
export async function createNearDatabase(template?: string): Promise<string> {
  return (await sharedPostgres()).nearUrlOf(await create(template));
}

/** @returns the name */
async function create(template: string | undefined): Promise<string> {
  const server = await sharedPostgres();
  const name = `test_${++made}`;
  const source = template === undefined ? 'template1' : new URL(template).pathname.slice(1);
  // The default strategy, `wal_log`, takes twice the processor time: 38 ms instead of 15 ms for a migrated database.
  administration ??= connectToKeep(server.nearUrlOf('postgres'));
  await administration.query(`create database ${name} template ${source} strategy file_copy`);
  return name;
}

function connectToKeep(connectionString: string): pg.Pool {
  const pool = new pg.Pool({ connectionString, max: 1, idleTimeoutMillis: 0, allowExitOnIdle: true });
  // The server may end first. The next statement connects again.
  return pool.on('error', () => undefined);
}

/** Runs a statement directly in the database. @returns its rows */
export async function query(url: string, text: string): Promise<Record<string, unknown>[]> {
  const { run, end } = await connect(url);
  try {
    return await run(text);
  } finally {
    await end();
  }
}

/** Runs statements directly in a database, on one connection: a new one takes longer than most statements. */
export async function connect(url: string) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return {
    run: async (text: string) => (await client.query<Record<string, unknown>>(text)).rows,
    end: () => client.end(),
  };
}
