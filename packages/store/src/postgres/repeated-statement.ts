// A statement with several sets of values in one round trip: all are sent before the first answer is read, and the server is
// asked to end them together (postgresql.org/docs/current/protocol-flow.html, pipelining). pg itself sends one at a time.
import type { Connection, PoolClient, Submittable } from 'pg';
import pg from 'pg';
import { types } from './postgres-pool.ts';

/** A statement that a connection prepares under its name. */
export interface NamedStatement {
  readonly name: string;
  readonly text: string;
}

/**
 * Runs a statement once with each set of values, in order.
 * @returns the rows of each
 * @throws the error of the first that fails; none after it was run
 */
export function repeatStatement<Row>(
  client: PoolClient,
  statement: NamedStatement,
  valueSets: readonly (readonly unknown[])[],
): Promise<Row[][]> {
  const { promise, resolve, reject } = Promise.withResolvers<Row[][]>();
  const wired = valueSets.map((values) => values.map(toWire));
  client.query(new RepeatedStatement(statement, wired, resolve, reject));
  return promise;
}

/** A value as it is sent. */
type WireValue = string | Buffer | null;

interface Column {
  readonly name: string;
  readonly parse: (text: string) => unknown;
}

/** pg calls it with what comes back. */
class RepeatedStatement<Row> implements Submittable {
  // pg notes by these two what a connection has prepared.
  readonly name: string;
  readonly text: string;
  readonly valueSets: readonly WireValue[][];
  readonly #resolve: (rows: Row[][]) => void;
  readonly #reject: (error: Error) => void;
  readonly #done: Row[][] = [];
  #rows: Row[] = [];
  #columns: readonly Column[] = [];

  constructor(
    { name, text }: NamedStatement,
    valueSets: readonly WireValue[][],
    resolve: (rows: Row[][]) => void,
    reject: (error: Error) => void,
  ) {
    this.name = name;
    this.text = text;
    this.valueSets = valueSets;
    this.#resolve = resolve;
    this.#reject = reject;
  }

  submit(connection: Connection): void {
    const { name, text } = this;
    // In one write.
    connection.stream.cork();
    if (!hasPrepared(connection, name)) connection.parse({ name, text, types: [] }, true);
    for (const [index, values] of this.valueSets.entries()) {
      connection.bind({ statement: name, values }, true);
      // Its columns are the same each time.
      if (index === 0) connection.describe({ type: 'P' }, true);
      connection.execute(null, true);
    }
    connection.sync();
    connection.stream.uncork();
  }

  handleRowDescription({ fields }: { readonly fields: readonly pg.FieldDef[] }): void {
    this.#columns = fields.map(({ name, dataTypeID }) => ({ name, parse: types.getTypeParser(dataTypeID) }));
  }

  handleDataRow({ fields }: { readonly fields: readonly (string | null)[] }): void {
    const row: Record<string, unknown> = {};
    for (const [index, { name, parse }] of this.#columns.entries()) {
      const text = fields[index] ?? null;
      row[name] = text === null ? null : parse(text);
    }
    this.#rows.push(row as Row);
  }

  handleCommandComplete(): void {
    this.#done.push(this.#rows);
    this.#rows = [];
  }

  handleReadyForQuery(): void {
    this.#resolve(this.#done);
  }

  handleError(error: Error): void {
    this.#reject(error);
  }
}

function hasPrepared(connection: Connection, name: string): boolean {
  const { parsedStatements } = connection as Connection & {
    readonly parsedStatements: Readonly<Record<string, string>>;
  };
  return parsedStatements[name] !== undefined;
}

/** As pg itself does it. */
const toWire = (pg as typeof pg & { readonly utils: { prepareValue(value: unknown): WireValue } }).utils
  .prepareValue;
