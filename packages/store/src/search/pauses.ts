// Yields to other requests in a search that takes long: SQLite, ranking and snippets run on the thread that
// serves.
import { setImmediate } from 'node:timers/promises';
import type { SearchQueries } from './search-queries.ts';

const MAX_HELD_MS = 5;

/** Yields, if this thread was held for some milliseconds since the last time. */
export type Pause = () => Promise<void>;

export function createPause(): Pause {
  let sinceMs = performance.now();
  return async () => {
    if (performance.now() - sinceMs < MAX_HELD_MS) return;
    await setImmediate();
    sinceMs = performance.now();
  };
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

/** The same queries for one search, with pauses between them. */
export function withPauses({ notation, inside, ...queries }: SearchQueries): SearchQueries {
  const pause = createPause();
  const paused =
    <Values extends readonly unknown[], Result>(read: (...values: Values) => Promise<Result>) =>
    async (...values: Values): Promise<Result> => {
      await pause();
      return read(...values);
    };
  return {
    notation,
    findIds: paused(queries.findIds),
    findOtherIds: paused(queries.findOtherIds),
    countMatches: paused(queries.countMatches),
    sample: paused(queries.sample),
    readCandidates: paused(queries.readCandidates),
    readEntries: paused(queries.readEntries),
    readFacts: paused(queries.readFacts),
    readAtoms: paused(queries.readAtoms),
    readReadmes: paused(queries.readReadmes),
    inside: { countPassages: paused(inside.countPassages), findPassages: paused(inside.findPassages) },
  };
}
