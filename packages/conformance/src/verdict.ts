// The verdict of a run: counts, conclusion and exit code.
import type { CheckResult, Level, Status } from './result.ts';

/** The number of checks of one level, by status. */
export type Tally = Readonly<Record<Status, number>>;

/**
 * `conforms`: all required checks passed, and all optional ones of the offered features. `fails`: at least
 * one counted check is a Fail or an Error. `incomplete`: none failed, but required checks were skipped.
 * `partial`: all passed, but a filter left checks out.
 */
export type Conclusion = 'conforms' | 'fails' | 'incomplete' | 'partial';

/** The outcome of a run. */
export interface Verdict {
  readonly conclusion: Conclusion;
  /** 0 for `conforms` and `partial`, 1 for `fails`, 2 for `incomplete`. */
  readonly exitCode: 0 | 1 | 2;
  readonly tallies: Readonly<Record<Level, Tally>>;
}

/** The exit code of a wrong command line. */
export const EXIT_USAGE = 3;

const EXIT_CODES = { conforms: 0, partial: 0, fails: 1, incomplete: 2 } as const;

/** Reaches the verdict. Recommended checks count only in a strict run. */
export function judge(
  results: readonly CheckResult[],
  { strict, filter }: { readonly strict: boolean; readonly filter: string },
): Verdict {
  const conclusion = conclude(results, strict, filter !== '');
  return {
    conclusion,
    exitCode: EXIT_CODES[conclusion],
    tallies: {
      required: tally(results, 'required'),
      optional: tally(results, 'optional'),
      recommended: tally(results, 'recommended'),
    },
  };
}

/** Whether a result makes the run fail. */
export function isCountedFailure({ status, level }: CheckResult, strict: boolean): boolean {
  return (status === 'Fail' || status === 'Error') && (strict || level !== 'recommended');
}

function conclude(results: readonly CheckResult[], strict: boolean, isFiltered: boolean): Conclusion {
  if (results.some((result) => isCountedFailure(result, strict))) return 'fails';
  if (results.some(({ level, status }) => level === 'required' && status === 'Skip')) return 'incomplete';
  return isFiltered ? 'partial' : 'conforms';
}

function tally(results: readonly CheckResult[], level: Level): Tally {
  const counts = { Pass: 0, Fail: 0, Skip: 0, Error: 0 };
  for (const result of results) if (result.level === level) counts[result.status] += 1;
  return counts;
}
