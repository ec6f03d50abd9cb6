// Building and compiling a query costs several times as much as running it, so those of every publish and
// read are compiled once.
import type { CompiledQuery } from 'kysely';
import { runnerOf } from './direct-queries.ts';
import type { Database } from './schema.ts';

/** Placeholder for a value that is known when the query runs. */
class Slot {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/** A query that is compiled once for each engine. */
export interface PreparedQuery<Values, Row> {
  (db: Database, values: Values): Promise<Row[]>;
  /** Runs the query for each of the values, in order, in one round trip. @returns the rows of each run */
  each(db: Database, values: readonly Values[]): Promise<Row[][]>;
}

/**
 * A query that a connection runs once with each set of parameters. A row of its result is the array of rows
 * of a run.
 */
export interface RepeatedQuery extends CompiledQuery {
  readonly parameterSets: readonly (readonly unknown[])[];
}

export function isRepeated(query: CompiledQuery): query is RepeatedQuery {
  return 'parameterSets' in query;
}

/** A query builder or raw SQL. */
interface Compiled<Row> {
  compile(db: Database): CompiledQuery<Row>;
}

/**
 * Prepares a query. It is built at its first use with an engine, with a placeholder for each value. The query must not
 * depend on the values, and every use must pass values with the same names.
 */
export function prepareQuery<Values extends object, Row>(
  build: (db: Database, values: Values) => Compiled<Row>,
): PreparedQuery<Values, Row> {
  /** By the class of the adapter, of which each engine has one. */
  const compiled = new Map<unknown, CompiledQuery<Row>>();

  function compileOnce(db: Database, values: Values): CompiledQuery<Row> {
    const engine = db.getExecutor().adapter.constructor;
    const known = compiled.get(engine);
    if (known !== undefined) return known;
    const query = build(db, slotsFor(values)).compile(db);
    compiled.set(engine, query);
    return query;
  }

  const run = async (db: Database, values: Values): Promise<Row[]> => {
    const query = compileOnce(db, values);
    const { rows } = await runnerOf(db).executeQuery<Row>({ ...query, parameters: fill(query, values) });
    return rows;
  };

  const each = async (db: Database, values: readonly Values[]): Promise<Row[][]> => {
    const [first] = values;
    if (first === undefined) return [];
    const query = compileOnce(db, first);
    const parameterSets = values.map((some) => fill(query, some));
    const { rows } = await runnerOf(db).executeQuery<Row[]>({ ...query, parameterSets } as CompiledQuery<
      Row[]
    >);
    return rows;
  };

  return Object.assign(run, { each });
}

/** The parameters of a query, with values in place of the slots. */
function fill<Values extends object>({ parameters }: CompiledQuery, values: Values): unknown[] {
  return parameters.map((parameter) =>
    parameter instanceof Slot ? values[parameter.name as keyof Values] : parameter,
  );
}

function slotsFor<Values extends object>(values: Values): Values {
  return Object.fromEntries(Object.keys(values).map((name) => [name, new Slot(name)])) as Values;
}
