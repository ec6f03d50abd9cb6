// How much the machine was at rest: whoever reads ratios wants to know how far to trust them.

import type { MeasuredCase } from './comparison.ts';
import { type Spread, spreadOf } from './spread.ts';

/** A sentence on how far the rounds of one measurement lie apart. */
export function formatNoise(cases: readonly MeasuredCase[], rounds: number): string {
  if (rounds === 1) return 'Noise: one round cannot tell.';
  const widths = cases.flatMap(({ shown: [main], metrics }) => {
    const values = metrics.find(({ metric }) => metric === main)?.values ?? {};
    return Object.values(values).map(widthPercent);
  });
  const { median, max } = spreadOf(widths);
  return (
    `Noise: the rounds of one measurement lie ${Math.round(median)} % apart in the median and ${Math.round(max)} % ` +
    'at worst ((max − min) ÷ median of the main figure of each server in each case).'
  );
}

function widthPercent({ min, median, max }: Spread): number {
  return ((max - min) / median) * 100;
}
