// The noise of the machine, so that readers know how far to trust ratios.

import type { MeasuredCase } from './comparison.ts';
import { type Spread, spreadOf } from './spread.ts';

/** A sentence on how much the rounds of a measurement differ. */
export function formatNoise(cases: readonly MeasuredCase[], rounds: number): string {
  if (rounds === 1) return 'Noise: unknown after one round.';
  const widths = cases.flatMap(({ shown: [main], metrics }) => {
    const values = metrics.find(({ metric }) => metric === main)?.values ?? {};
    return Object.values(values).map(widthPercent);
  });
  const { median, max } = spreadOf(widths);
  return (
    `Noise: the rounds of one measurement differ by ${Math.round(median)} % in the median and ${Math.round(max)} % ` +
    'at most ((max − min) ÷ median of the main figure of each server in each case).'
  );
}

function widthPercent({ min, median, max }: Spread): number {
  return ((max - min) / median) * 100;
}
