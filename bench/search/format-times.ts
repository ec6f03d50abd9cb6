// The search times as Markdown.
import { markdownTable } from '../report/markdown-table.ts';
import type { KindTimes } from './times.ts';

/** The times as a table. */
export function formatTimes(times: readonly KindTimes[]): string {
  const rows = times.map(({ title, p50Ms, p99Ms, maxMs, slowestQueryMs }) => [
    title,
    ...[p50Ms, p99Ms, maxMs, slowestQueryMs].map((timeMs) => timeMs.toFixed(2)),
  ]);
  return markdownTable(['Query', 'p50', 'p99', 'max', 'slowest query, median'], rows).trimEnd();
}
