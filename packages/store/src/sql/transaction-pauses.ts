// Yields to other requests during a transaction. All steps of a transaction share one pause, so that many short steps
// together do not hold the thread, and yielding does not take longer than they do.
import { createPause, type Pause } from '@prime-registry/concurrency';
import type { Database } from './schema.ts';

/** How long a transaction holds the thread, besides single statements. */
const MAX_HELD_MS = 1;

const pauses = new WeakMap<Database, Pause>();

/** The pause of a transaction. */
export function pauseOf(transaction: Database): Pause {
  const known = pauses.get(transaction);
  if (known !== undefined) return known;
  const pause = createPause(MAX_HELD_MS);
  pauses.set(transaction, pause);
  return pause;
}
