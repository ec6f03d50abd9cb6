// Runs prepared queries directly on the connection of a transaction, or on the only connection of a database. Kysely
// takes a dozen promises for each query to find that connection: more processor time than most queries.
import type { DatabaseConnection } from 'kysely';
import type { Database } from './schema.ts';

/** A connection that sends a query before the answer to the one before has arrived. */
export interface PipelinedConnection {
  /** Whether an error only says that an earlier statement of the transaction has failed. */
  isAftermath(error: unknown): boolean;
}

type Connection = DatabaseConnection & Partial<PipelinedConnection>;

const connections = new WeakMap<Database, Connection>();

/** What runs compiled queries. */
type QueryRunner = Pick<Database, 'executeQuery'> | Pick<DatabaseConnection, 'executeQuery'>;

/**
 * Lets prepared queries use the connection of a database from now on. It must be the only one, or that of a transaction.
 * @returns a function that ends this: later queries go through Kysely, which refuses those of ended transactions
 */
export async function queryDirectly(db: Database): Promise<() => void> {
  const connection = await db.getExecutor().provideConnection(async (provided) => provided);
  connections.set(db, connection);
  return () => connections.delete(db);
}

/** What runs the prepared queries of a database. */
export function runnerOf(db: Database): QueryRunner {
  return connections.get(db) ?? db;
}

/** The connection of a transaction, if its prepared queries need not wait for each other. */
export function pipelinedConnectionOf(db: Database): PipelinedConnection | undefined {
  const connection = connections.get(db);
  return connection?.isAftermath && (connection as PipelinedConnection);
}
