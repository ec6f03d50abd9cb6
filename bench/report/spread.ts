// Summarises repeated measurements: times, rates, ratios.

/** The values of several runs, in one unit. */
export interface Spread {
  readonly min: number;
  readonly median: number;
  readonly max: number;
  /** All runs, in the order of the rounds. */
  readonly runs: readonly number[];
}

/** Summarises at least one run. */
export function spreadOf(runs: readonly number[]): Spread {
  const sorted = runs.toSorted((a, b) => a - b);
  const at = (index: number): number => sorted[index] ?? Number.NaN;
  const last = sorted.length - 1;
  return { min: at(0), median: (at(last >> 1) + at((last + 1) >> 1)) / 2, max: at(last), runs };
}

/** Such as `310–325–402`, by default in whole numbers. */
export function formatSpread(
  { min, median, max }: Spread,
  format: (value: number) => string = (value) => String(Math.round(value)),
): string {
  return [min, median, max].map(format).join('–');
}
