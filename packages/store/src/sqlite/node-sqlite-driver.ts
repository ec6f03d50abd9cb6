// One connection of node:sqlite for Kysely. Requests for it wait in a queue while a transaction uses it:
// Kysely's own mutex wakes all waiters each time, which stalls the process with thousands of requests.
import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from 'kysely';
import { isRepeated } from '../sql/prepared-query.ts';
import type { LargeCommits } from './large-commits.ts';
import { translateSqliteError } from './translate-sqlite-error.ts';

// The server has only a few dozen different queries; preparing one costs as much as running it.
const MAX_PREPARED_STATEMENTS = 200;

// A commit after more values than this is large: it would write and sync for tens of milliseconds, or copy the
// write-ahead log, which SQLite does at 4 MiB.
const LARGE_BYTES = 2 * 2 ** 20;

/** Runs queries on a connection. Errors that mean an unavailable database become RegistryErrors. */
export class NodeSqliteDriver implements Driver {
  readonly #database: DatabaseSync;
  readonly #connection: NodeSqliteConnection;
  readonly #largeCommits: LargeCommits | undefined;
  /** The size of the values of committed transactions since the last large commit. */
  #committedBytes = 0;
  #lastInLine: Promise<void> = Promise.resolve();
  #letNextIn = (): void => undefined;

  /** @param largeCommits - of this database; by default, every commit holds the thread until it is done */
  constructor(database: DatabaseSync, largeCommits?: LargeCommits) {
    this.#database = database;
    this.#largeCommits = largeCommits;
    this.#connection = new NodeSqliteConnection(database);
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    const before = this.#lastInLine;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#lastInLine = promise;
    await before;
    this.#letNextIn = resolve;
    return this.#connection;
  }

  async releaseConnection(): Promise<void> {
    this.#letNextIn();
  }

  async beginTransaction(): Promise<void> {
    // Every transaction of the registry writes. It takes the write lock at its start, so that other processes
    // wait. Taking it later would fail at once if another process wrote in between.
    this.#connection.run('begin immediate');
    this.#connection.valueBytes = 0;
  }

  async commitTransaction(): Promise<void> {
    const commit = (): unknown => this.#connection.run('commit');
    this.#committedBytes += this.#connection.valueBytes;
    if (this.#largeCommits === undefined || this.#committedBytes <= LARGE_BYTES) {
      commit();
      return;
    }
    this.#committedBytes = 0;
    await this.#largeCommits.run(commit);
  }

  async rollbackTransaction(): Promise<void> {
    // SQLite rolls back by itself when the disk is full (sqlite.org/lang_transaction.html, section 3). A
    // second rollback is an error, which would hide the original one.
    if (translateSqliteError(() => this.#database.isTransaction)) this.#connection.run('rollback');
  }

  async destroy(): Promise<void> {
    this.#database.close();
  }
}

class NodeSqliteConnection implements DatabaseConnection {
  readonly #database: DatabaseSync;
  readonly #prepared = new Map<string, PreparedStatement>();
  /** The size of all values of statements; counts up. */
  valueBytes = 0;

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const run = (parameters: readonly unknown[]) =>
      this.run(query.sql, parameters as readonly SQLInputValue[]);
    if (!isRepeated(query)) return run(query.parameters) as QueryResult<Row>;
    return { rows: query.parameterSets.map((parameters) => run(parameters).rows) as Row[] };
  }

  /** Runs a statement synchronously. */
  run<Row>(sql: string, parameters: readonly SQLInputValue[] = []): QueryResult<Row> {
    return translateSqliteError(() => {
      const { statement, hasRows } = this.#prepare(sql);
      for (const value of parameters) this.valueBytes += sizeOf(value);
      if (hasRows) return { rows: statement.all(...parameters) as Row[] };
      const { changes, lastInsertRowid } = statement.run(...parameters);
      return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
    });
  }

  streamQuery(): never {
    throw new Error(
      'rows are read page by page, not streamed: an open statement blocks checkpoints of the write-ahead log',
    );
  }

  #prepare(sql: string): PreparedStatement {
    const known = this.#prepared.get(sql);
    if (known !== undefined) return known;
    const statement = this.#database.prepare(sql);
    const hasRows = statement.columns().length > 0;
    // Every statement returns the last inserted id, and full-text indexes insert rows with ids beyond 2^53.
    if (!hasRows) statement.setReadBigInts(true);
    const prepared = { statement, hasRows };
    if (this.#prepared.size >= MAX_PREPARED_STATEMENTS) this.#prepared.clear();
    this.#prepared.set(sql, prepared);
    return prepared;
  }
}

function sizeOf(value: SQLInputValue): number {
  if (typeof value === 'string') return value.length;
  return value instanceof Uint8Array ? value.byteLength : 0;
}

interface PreparedStatement {
  readonly statement: StatementSync;
  readonly hasRows: boolean;
}
