// Records every statement that this process prepares for SQLite. A connection prepares most of them once, so a statement is
// recorded for the first operation that sends it.
import { DatabaseSync } from 'node:sqlite';
import type { SentStatement } from '../engines/engine.ts';

/** Calls the listener for each statement. @returns a function that stops it */
export function recordSqlite(listener: (statement: SentStatement) => void): () => void {
  const { prototype } = DatabaseSync;
  const original = prototype.prepare;
  prototype.prepare = function record(this: DatabaseSync, ...parameters: Parameters<typeof original>) {
    listener({ text: parameters[0], values: [] });
    return Reflect.apply(original, this, parameters);
  };
  return () => {
    prototype.prepare = original;
  };
}
