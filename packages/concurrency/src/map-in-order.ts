// A loop whose work runs ahead of the reader of its results.
import type { Concurrency } from './for-each-concurrently.ts';

/**
 * Yields the results of `work`, in the order of the items. While a result is used, work for the next items runs, for at
 * most `limit` of them: that is how many results are in memory at a time. Items are read as they are needed.
 * @throws the first error in the order of the items, or the reason of `signal`; the signal that `work` gets is aborted
 * then, and when the reader stops early
 */
export async function* mapInOrder<Item, Result>(
  items: Iterable<Item>,
  { limit, signal }: Concurrency,
  work: (item: Item, signal: AbortSignal) => Promise<Result>,
): AsyncGenerator<Result, void, undefined> {
  const end = new AbortController();
  const anyEnd = signal === undefined ? end.signal : AbortSignal.any([signal, end.signal]);
  const ahead: Promise<Result>[] = [];
  const rest = items[Symbol.iterator]();
  const startNext = (): boolean => {
    const next = rest.next();
    if (next.done === true) return false;
    const result = work(next.value, anyEnd);
    // Its reader gets the error; until then, it is not an unhandled one.
    result.catch(() => undefined);
    ahead.push(result);
    return true;
  };
  try {
    while (ahead.length < limit && startNext());
    for (let result = ahead.shift(); result !== undefined; result = ahead.shift()) {
      signal?.throwIfAborted();
      const value = await result;
      startNext();
      yield value;
    }
    signal?.throwIfAborted();
  } finally {
    end.abort();
    rest.return?.();
    await Promise.allSettled(ahead);
  }
}
