// Runs many small requests with bounded concurrency.

const AT_ONCE = 16;

/** Runs the task for every item, {@link AT_ONCE} at a time, in any order. */
export async function forEachAtOnce<T>(items: readonly T[], task: (item: T) => Promise<void>): Promise<void> {
  const left = items.values();
  const work = async (): Promise<void> => {
    for (const item of left) await task(item);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}
