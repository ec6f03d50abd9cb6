// The goals of a run, and whether they were met, as Markdown.
import type { Verdict } from '../compare/verdicts.ts';
import { markdownTable } from './markdown-table.ts';
import { formatNumber } from './number.ts';
import { formatSpread } from './spread.ts';

/** A table with a row for each goal. */
export function formatVerdicts(verdicts: readonly Verdict[]): string {
  const rows = verdicts.map(({ title, goal, measured, isMet, reason = '' }) => [
    title,
    goal,
    measured === undefined ? '' : formatSpread(measured, formatNumber),
    isMet === undefined ? `not judged: ${reason}` : isMet ? 'yes' : '**no**',
  ]);
  return markdownTable(['Case', 'Goal', 'Measured', 'Met'], rows).trimEnd();
}
