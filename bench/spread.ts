// The few numbers that say how long something takes when no two runs take the same.

/** Times of several runs, in milliseconds. */
export interface Spread {
  readonly minMs: number;
  readonly medianMs: number;
  readonly maxMs: number;
  /** Every run, in the order of the rounds. */
  readonly runsMs: readonly number[];
}

/** Sums up at least one run. */
export function spreadOf(runsMs: readonly number[]): Spread {
  const sorted = runsMs.toSorted((a, b) => a - b);
  const at = (index: number): number => sorted[index] ?? Number.NaN;
  const last = sorted.length - 1;
  return { minMs: at(0), medianMs: (at(last >> 1) + at((last + 1) >> 1)) / 2, maxMs: at(last), runsMs };
}

/** Such as `310–325–402`, in whole milliseconds. */
export function formatSpread({ minMs, medianMs, maxMs }: Spread): string {
  return [minMs, medianMs, maxMs].map((timeMs) => Math.round(timeMs)).join('–');
}
