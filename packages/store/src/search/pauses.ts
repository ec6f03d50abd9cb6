// Yields to other requests in a search that takes long: ranking and snippets run on the thread that serves.
import { setImmediate } from 'node:timers/promises';

const MAX_HELD_MS = 5;

/** Yields, if this thread was held for some milliseconds since the last time; otherwise undefined. */
export type Pause = () => Promise<void> | undefined;

export function createPause(): Pause {
  let sinceMs = performance.now();
  const yieldNow = async (): Promise<void> => {
    await setImmediate();
    sinceMs = performance.now();
  };
  return () => (performance.now() - sinceMs < MAX_HELD_MS ? undefined : yieldNow());
}

/** Maps items one by one, with pauses. */
export async function mapWithPauses<Item, Result>(
  items: Iterable<Item>,
  pause: Pause,
  map: (item: Item) => Result,
): Promise<Result[]> {
  const results: Result[] = [];
  for (const item of items) {
    results.push(map(item));
    await pause();
  }
  return results;
}
