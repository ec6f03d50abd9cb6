// Yields to other requests in work that takes long on the thread that serves.

const MAX_HELD_MS = 5;
/** Texts that are sorted or merged in about a millisecond. */
const SORTED_AT_ONCE = 2000;

/** Yields, if this thread was held for some milliseconds since the last time; otherwise undefined. */
export type Pause = () => Promise<void> | undefined;

/** @param maxHeldMs - how long the thread is held before it yields, in milliseconds */
export function createPause(maxHeldMs = MAX_HELD_MS): Pause {
  let sinceMs = performance.now();
  const yieldNow = async (): Promise<void> => {
    await new Promise((resolve) => setImmediate(resolve));
    sinceMs = performance.now();
  };
  return () => (performance.now() - sinceMs < maxHeldMs ? undefined : yieldNow());
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

/** Sorts texts as `sort()` does, with pauses. */
export async function sortWithPauses(texts: Iterable<string>, pause: Pause): Promise<string[]> {
  let runs: string[][] = [];
  let run: string[] = [];
  for (const text of texts) {
    run.push(text);
    if (run.length < SORTED_AT_ONCE) continue;
    runs.push(run.sort());
    run = [];
    await pause();
  }
  runs.push(run.sort());
  while (runs.length > 1) {
    const merged: string[][] = [];
    for (let at = 0; at < runs.length; at += 2)
      merged.push(await merge(runs[at] ?? [], runs[at + 1] ?? [], pause));
    runs = merged;
  }
  return runs[0] ?? [];
}

async function merge(some: readonly string[], others: readonly string[], pause: Pause): Promise<string[]> {
  const merged: string[] = [];
  for (let [at, of] = [0, 0]; at < some.length || of < others.length; ) {
    const [one, other] = [some[at], others[of]];
    if (other === undefined || (one !== undefined && one <= other)) {
      merged.push(one ?? '');
      at += 1;
    } else {
      merged.push(other);
      of += 1;
    }
    if (merged.length % SORTED_AT_ONCE === 0) await pause();
  }
  return merged;
}
