// Kysely over pg: prepares each query once for each connection, and translates errors to RegistryErrors.
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely';
import type { Pool, PoolClient } from 'pg';
import type { PipelinedConnection } from '../sql/direct-queries.ts';
import { isRepeated, type RepeatedQuery } from '../sql/prepared-query.ts';
import { pipelineStatement } from './pipelined-statement.ts';
import { hasBrokenConnection, isAftermath, translatePostgresError } from './translate-postgres-error.ts';

/** Creates the dialect over a pool. */
export function postgresDialect(pool: Pool): Dialect {
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new PoolDriver(pool),
    createQueryCompiler: () => new PostgresQueryCompiler(),
    createIntrospector: (db: Kysely<unknown>) => new PostgresIntrospector(db),
  };
}

class PoolDriver implements Driver {
  readonly #pool: Pool;

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<PoolConnection> {
    try {
      return new PoolConnection(await this.#pool.connect());
    } catch (error) {
      throw translatePostgresError(error);
    }
  }

  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin'));
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('commit'));
  }

  async rollbackTransaction(connection: PoolConnection): Promise<void> {
    // The transaction of a broken connection has ended with it.
    if (!connection.isBroken) await connection.executeQuery(CompiledQuery.raw('rollback'));
  }

  async releaseConnection(connection: PoolConnection): Promise<void> {
    connection.release();
  }

  async destroy(): Promise<void> {
    await this.#pool.end();
  }
}

class PoolConnection implements DatabaseConnection, PipelinedConnection {
  readonly #client: PoolClient;
  isBroken = false;

  constructor(client: PoolClient) {
    this.#client = client;
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    try {
      return await (isRepeated(query) ? this.#repeat<Row>(query) : this.#run<Row>(query));
    } catch (error) {
      this.isBroken ||= hasBrokenConnection(error);
      throw translatePostgresError(error);
    }
  }

  isAftermath(error: unknown): boolean {
    return isAftermath(error);
  }

  async #run<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    // A statement without values, such as a commit, is not prepared.
    const name = parameters.length === 0 ? undefined : nameOf(sql);
    const values = parameters.map(toStorable);
    const { command, rowCount, rows } = await this.#client.query({
      text: sql,
      values,
      ...(name === undefined ? {} : { name }),
    });
    if (command === 'SELECT') return { rows };
    return { rows, numAffectedRows: BigInt(rowCount ?? 0) };
  }

  /** @returns for each run, the array of its rows as one row */
  async #repeat<Row>({ sql, parameterSets }: RepeatedQuery): Promise<QueryResult<Row>> {
    const name = nameOf(sql);
    const statement = { text: sql, ...(name === undefined ? {} : { name }) };
    const valueSets = parameterSets.map((parameters) => parameters.map(toStorable));
    return { rows: (await pipelineStatement(this.#client, statement, valueSets)) as Row[] };
  }

  release(): void {
    this.#client.release(this.isBroken);
  }

  streamQuery(): never {
    throw new Error('rows are read page by page, not streamed');
  }
}

/** A search for the words of a parameter. */
const KNOWN_WORDS = /@@ \$\d/;

// The server has only a few dozen different queries.
const MAX_NAMES = 200;
const names = new Map<string, string>();

/** The name of a prepared statement; undefined for a query that must be planned each time. */
function nameOf(text: string): string | undefined {
  // The best plan of a full-text search depends on the frequency of its words, if the planner knows them.
  if (KNOWN_WORDS.test(text)) return undefined;
  const known = names.get(text);
  if (known !== undefined || names.size >= MAX_NAMES) return known;
  const name = `registry_${names.size}`;
  names.set(text, name);
  return name;
}

/**
 * Replaces U+0000, which text of PostgreSQL cannot contain
 * (postgresql.org/docs/current/datatype-character.html).
 */
function toStorable(value: unknown): unknown {
  return typeof value === 'string' && value.includes('\0') ? value.replaceAll('\0', '\uFFFD') : value;
}
