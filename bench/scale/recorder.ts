// Sees every query that goes to PostgreSQL in this process, so that none is forgotten when plans are looked at.
import pg from 'pg';

/** A query as it was sent. */
export interface SentQuery {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** A query of pg's, or one that is run with several sets of values. */
interface Recorded {
  readonly text?: string;
  readonly values?: readonly unknown[];
  readonly valueSets?: readonly (readonly unknown[])[];
}

type Listener = (query: SentQuery) => void;

/** Tells of each query from now on. @returns what ends it */
export function recordQueries(listener: Listener): () => void {
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
