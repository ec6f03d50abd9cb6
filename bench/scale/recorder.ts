// Sees every query that goes to PostgreSQL in this process, so that none is forgotten when plans are looked at.
import pg from 'pg';

/** A query as it was sent. */
export interface SentQuery {
  readonly text: string;
  readonly values: readonly unknown[];
}

type Listener = (query: SentQuery) => void;

/** Tells of each query from now on. @returns what ends it */
export function recordQueries(listener: Listener): () => void {
  const { prototype } = pg.Client;
  const original = prototype.query;
  prototype.query = function record(this: pg.Client, ...parameters: unknown[]) {
    const [config] = parameters as [{ text?: string; values?: readonly unknown[] } | string];
    if (typeof config === 'object' && config.text !== undefined) {
      listener({ text: config.text, values: config.values ?? [] });
    }
    return Reflect.apply(original, this, parameters);
  } as typeof original;
  return () => {
    prototype.query = original;
  };
}
