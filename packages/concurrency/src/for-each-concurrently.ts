// Loops that process several items at a time, and stop at the first failure.

/** Bounds of a loop. */
export interface Concurrency {
  /** How many items are processed at a time, at most. */
  readonly limit: number;
  /** Ends the loop early. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Calls `work` for each item of a list, which may be read while the loop runs. The first failure aborts the
 * signal that `work` gets and starts no further item.
 * @throws the first error, or the reason of `signal`, after all work in flight has ended
 */
export async function forEachConcurrently<Item>(
  items: Iterable<Item> | AsyncIterable<Item>,
  { limit, signal }: Concurrency,
  work: (item: Item, signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const failure = new AbortController();
  const anyEnd = signal === undefined ? failure.signal : AbortSignal.any([signal, failure.signal]);
  let firstError: unknown;
  const fail = (error: unknown): void => {
    if (!failure.signal.aborted) firstError = error;
    failure.abort();
  };
  const inFlight = new Set<Promise<void>>();
  try {
    for await (const item of items) {
      if (anyEnd.aborted) break;
      const done = work(item, anyEnd)
        .catch(fail)
        .finally(() => inFlight.delete(done));
      inFlight.add(done);
      if (inFlight.size >= limit) await Promise.race(inFlight);
      // Before the next item is read, which may be a request.
      if (anyEnd.aborted) break;
    }
  } catch (error) {
    fail(error);
  }
  await Promise.all(inFlight);
  if (failure.signal.aborted) throw firstError;
  signal?.throwIfAborted();
}

/** The results of `work`, in the order of the items. Otherwise like {@link forEachConcurrently}. */
export async function mapConcurrently<Item, Result>(
  items: readonly Item[],
  concurrency: Concurrency,
  work: (item: Item, signal: AbortSignal) => Promise<Result>,
): Promise<Result[]> {
  const results = new Array<Result>(items.length);
  await forEachConcurrently(items.entries(), concurrency, async ([index, item], signal) => {
    results[index] = await work(item, signal);
  });
  return results;
}
