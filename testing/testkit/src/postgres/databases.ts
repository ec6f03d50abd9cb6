// Databases on the server of the test's process, which starts with the first one.
import pg from 'pg';
import { type PostgresServer, startPostgres } from './start-postgres.ts';

let started: Promise<PostgresServer> | undefined;
let made = 0;

/** The server of this process, which goes when the process does. */
export function sharedPostgres(): Promise<PostgresServer> {
  started ??= startPostgres();
  return started;
}

/** Makes an empty database on the server of this process. @returns its address */
export async function createDatabase(): Promise<string> {
  const server = await sharedPostgres();
  const name = `test_${++made}`;
  await query(server.urlOf('postgres'), `create database ${name}`);
  return server.urlOf(name);
}

/** Runs a statement past the registry. @returns its rows */
export async function query(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(text)).rows;
  } finally {
    await client.end();
  }
}
