// The growth benchmark as Markdown.
import { markdownTable } from '../report/markdown-table.ts';
import { formatNumber } from '../report/number.ts';
import { formatSpread } from '../report/spread.ts';
import type { GrownFigure } from './judge-growth.ts';
import { LARGE, SMALL } from './sizes.ts';

/** The table of figures. */
export function formatGrowth(figures: readonly GrownFigure[]): string {
  const rows = figures.map(({ title, small, large, times }) => [
    title,
    ...[small, large, times].map((spread) => formatSpread(spread, formatNumber)),
  ]);
  return markdownTable(['Figure', SMALL.title, LARGE.title, 'Times worse'], rows).trimEnd();
}
