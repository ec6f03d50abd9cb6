// Judges the figures of the guard by their bands.
import type { Verdict } from '../compare/verdicts.ts';
import { formatNumber } from '../report/number.ts';
import { type Spread, spreadOf } from '../report/spread.ts';
import { BANDS, type Band, type Figure } from './bands.ts';

/** The share of each figure, in each round: how many times as fast as the bare program. */
export type Shares = Readonly<Record<Figure, readonly number[]>>;

/** Judges each figure by its median. */
export function judgeGuard(shares: Shares): Verdict[] {
  return (Object.keys(BANDS) as Figure[]).map((figure) => {
    const { title, bare, atLeast }: Band = BANDS[figure];
    const measured = spreadOf(shares[figure]);
    const goal = `at least ${formatNumber(atLeast)} × ${bare}`;
    return { title, goal, measured, isMet: measured.median >= atLeast };
  });
}

/** What to do about the figures that are better than their bands: a line for each. */
export function adviseOnBands(shares: Shares): string[] {
  return (Object.keys(BANDS) as Figure[]).flatMap((figure) => {
    const { title, atMost }: Band = BANDS[figure];
    const { median }: Spread = spreadOf(shares[figure]);
    return median <= atMost
      ? []
      : [`The ${title} has ${formatNumber(median)}, more than ${formatNumber(atMost)}: move its band up.`];
  });
}
