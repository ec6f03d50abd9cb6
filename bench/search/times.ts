// Measures searches: every query once in each round, so that noise affects all kinds alike.

import { spreadOf } from '../report/spread.ts';
import type { QueryKind } from './queries.ts';

/** Searches, and waits for the whole answer. */
export type Search = (query: { text: string; limit: number; offset: number }) => Promise<unknown>;

/** The times of one kind of query, in milliseconds. */
export interface KindTimes {
  readonly title: string;
  readonly isMisspelt: boolean;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly maxMs: number;
  /** The highest median of any query. */
  readonly slowestQueryMs: number;
}

const LIMIT = 20;

/** Runs every query once in each round, after a warm-up round that is not counted. */
export async function timeSearches(
  search: Search,
  kinds: readonly QueryKind[],
  rounds: number,
  signal: AbortSignal,
): Promise<KindTimes[]> {
  const cases = kinds.flatMap(({ title, queries, offset = 0 }) =>
    queries.map((text) => ({ title, query: { text, limit: LIMIT, offset }, timesMs: [] as number[] })),
  );
  for (let round = 0; round <= rounds; round += 1) {
    for (const { query, timesMs } of cases) {
      signal.throwIfAborted();
      const startedAtMs = performance.now();
      await search(query);
      if (round > 0) timesMs.push(performance.now() - startedAtMs);
    }
  }
  return kinds.map(({ title, isMisspelt = false }) => {
    const ofKind = cases.filter((one) => one.title === title).map(({ timesMs }) => timesMs);
    const sorted = ofKind.flat().sort((a, b) => a - b);
    const at = (part: number): number => sorted[Math.ceil(part * sorted.length) - 1] ?? Number.NaN;
    const slowestQueryMs = Math.max(...ofKind.map((timesMs) => spreadOf(timesMs).median));
    return { title, isMisspelt, p50Ms: at(0.5), p99Ms: at(0.99), maxMs: at(1), slowestQueryMs };
  });
}
