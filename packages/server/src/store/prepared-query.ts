// Building and compiling a query costs several times what running it does: those behind every publish and read are
// compiled once.
import type { Compilable, CompiledQuery, Kysely } from 'kysely';
import type { Schema } from './schema.ts';

/** Stands for a value that is known when the query is run. */
class Slot {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/** A query that is compiled once, for one engine: every use of it is on the same kind of database. */
export type PreparedQuery<Values, Row> = (db: Kysely<Schema>, values: Values) => Promise<Row[]>;

/**
 * Prepares a query. It is built at its first use, with something in the place of each value: what is built must not depend
 * on what the values are, and every use has to give values under the same names.
 */
export function prepareQuery<Values extends object, Row>(
  build: (db: Kysely<Schema>, values: Values) => Compilable<Row>,
): PreparedQuery<Values, Row> {
  let compiled: CompiledQuery<Row> | undefined;
  return async (db, values) => {
    compiled ??= build(db, slotsFor(values)).compile();
    const parameters = compiled.parameters.map((parameter) =>
      parameter instanceof Slot ? values[parameter.name as keyof Values] : parameter,
    );
    const { rows } = await db.executeQuery<Row>({ ...compiled, parameters });
    return rows;
  };
}

function slotsFor<Values extends object>(values: Values): Values {
  return Object.fromEntries(Object.keys(values).map((name) => [name, new Slot(name)])) as Values;
}
