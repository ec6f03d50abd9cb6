// Records every query that this process sends to PostgreSQL, so that no plan is overlooked.
import pg from 'pg';
import type { SentStatement } from '../engines/engine.ts';

/** A query of pg, or one that runs with several sets of values. */
interface Recorded {
  readonly text?: string;
  readonly values?: readonly unknown[];
  readonly valueSets?: readonly (readonly unknown[])[];
}

type Listener = (query: SentStatement) => void;

/** Calls the listener for each query. @returns a function that stops it */
export function recordPostgres(listener: Listener): () => void {
  const { prototype } = pg.Client;
  const original = prototype.query;
  prototype.query = function record(this: pg.Client, ...parameters: unknown[]) {
    const [config] = parameters as [Recorded | string];
    if (typeof config === 'object' && config.text !== undefined) {
      const { text, values = [], valueSets = [values] } = config;
      for (const some of valueSets) listener({ text, values: some });
    }
    return Reflect.apply(original, this, parameters);
  } as typeof original;
  return () => {
    prototype.query = original;
  };
}
