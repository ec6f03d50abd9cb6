// How long searches take: every query in turn, round after round, so that noise of the machine falls on all kinds alike.

import { spreadOf } from '../report/spread.ts';
import type { QueryKind } from './queries.ts';

/** Searches, and waits for the whole answer. */
export type Search = (query: { text: string; limit: number; offset: number }) => Promise<unknown>;

/** How long the searches of one kind took, in milliseconds. */
export interface KindTimes {
  readonly title: string;
  readonly isCommon: boolean;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly maxMs: number;
  /** Of the query whose median is highest, that median. */
  readonly slowestQueryMs: number;
}

const LIMIT = 20;

/** Asks every query once a round; a round before the first one is not counted. */
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
  return kinds.map(({ title, isCommon = false }) => {
    const ofKind = cases.filter((one) => one.title === title).map(({ timesMs }) => timesMs);
    const sorted = ofKind.flat().sort((a, b) => a - b);
    const at = (part: number): number => sorted[Math.ceil(part * sorted.length) - 1] ?? Number.NaN;
    const slowestQueryMs = Math.max(...ofKind.map((timesMs) => spreadOf(timesMs).median));
    return { title, isCommon, p50Ms: at(0.5), p99Ms: at(0.99), maxMs: at(1), slowestQueryMs };
  });
}
