// Runs prepared queries directly on the connection of a transaction, or on the only connection of a database. Kysely
// takes a dozen promises for each query to find that connection: more processor time than most queries.
import type { DatabaseConnection, Kysely } from 'kysely';
import type { Schema } from './schema.ts';

/** A connection that sends a query before the answer to the one before has arrived, if it is pipelined. */
interface Connection extends DatabaseConnection {
  readonly isPipelined?: boolean;
}

const connections = new WeakMap<Kysely<Schema>, Connection>();

/** What runs compiled queries. */
type QueryRunner = Pick<Kysely<Schema>, 'executeQuery'> | Pick<DatabaseConnection, 'executeQuery'>;

/**
 * Lets prepared queries use the connection of a database from now on. It must be the only one, or that of a transaction.
 * @returns a function that ends this: later queries go through Kysely, which refuses those of ended transactions
 */
export async function queryDirectly(db: Kysely<Schema>): Promise<() => void> {
  const connection = await db.getExecutor().provideConnection(async (provided) => provided);
  connections.set(db, connection);
  return () => connections.delete(db);
}

/** What runs the prepared queries of a database. */
export function runnerOf(db: Kysely<Schema>): QueryRunner {
  return connections.get(db) ?? db;
}

/** Whether prepared queries of a transaction need not wait for each other. */
export function isPipelined(db: Kysely<Schema>): boolean {
  return connections.get(db)?.isPipelined === true;
}
