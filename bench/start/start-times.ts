// What the starts took, and how they compare.
import { type Spread, spreadOf } from '../report/spread.ts';

/** How one has the commands: packages for npm, a clone of the repository, programs in one file. */
export type InstallationName = 'packages' | 'clone' | 'programs';

/** What is started: a server until its first answer, a command until its end. */
export const STARTS = {
  server: 'first answer of `prime-registry serve`',
  mcp: 'first answer of `prime mcp`',
  help: '`prime --help`',
  version: '`prime --version`',
  registryVersion: '`prime-registry --version`',
} as const;

/** A name of a start. */
export type StartName = keyof typeof STARTS;

/** The times of one start of one installation. */
export interface StartTimes {
  readonly start: StartName;
  readonly installation: InstallationName;
  /** In milliseconds, one for each round. */
  readonly runs: readonly number[];
}

/** All times of a run. */
export interface MeasuredStarts {
  /** Of `node -e 0`, in milliseconds, one for each round. */
  readonly node: readonly number[];
  readonly times: readonly StartTimes[];
}

/** How much longer each start took than `node -e 0` of the same round, in milliseconds. */
export function moreThanNode({ node }: MeasuredStarts, { runs }: StartTimes): Spread {
  return spreadOf(runs.map((ms, round) => ms - (node[round] ?? Number.NaN)));
}

/** How many times as long each start took as the same one from the clone, in the same round. */
export function timesThatOfClone({ times }: MeasuredStarts, { start, runs }: StartTimes): Spread {
  const clone = times.find((other) => other.start === start && other.installation === 'clone');
  return spreadOf(runs.map((ms, round) => ms / (clone?.runs[round] ?? Number.NaN)));
}
