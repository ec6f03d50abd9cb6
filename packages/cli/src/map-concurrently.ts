// An asynchronous map with bounded concurrency.

/** Bounds of a concurrent map. */
export interface Concurrency {
  /** Maximum number of calls in flight. */
  readonly limit: number;
  /** Aborts all calls. */
  readonly signal: AbortSignal;
}

/**
 * The results of `work` on each item, in the order of the items. The first failure aborts the calls in
 * flight, and is thrown after all of them have ended, so that no work continues in the background.
 */
export async function mapConcurrently<Item, Result>(
  items: readonly Item[],
  { limit, signal }: Concurrency,
  work: (item: Item, signal: AbortSignal) => Promise<Result>,
): Promise<Result[]> {
  const results = new Array<Result>(items.length);
  const failure = new AbortController();
  const anyEnd = AbortSignal.any([signal, failure.signal]);
  let firstError: unknown;
  const queue = items.entries();
  const worker = async (): Promise<void> => {
    for (const [index, item] of queue) {
      if (anyEnd.aborted) return;
      try {
        results[index] = await work(item, anyEnd);
      } catch (error) {
        if (!failure.signal.aborted) firstError = error;
        failure.abort();
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, worker));
  if (failure.signal.aborted) throw firstError;
  signal.throwIfAborted();
  return results;
}
