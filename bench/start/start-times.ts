// What the starts took, and how they compare.
import { type Spread, spreadOf } from '../report/spread.ts';

/** How one has the commands: packages for npm, a clone of the repository, programs in one file. */
export type InstallationName = 'packages' | 'clone' | 'programs';

/** What is started: a server until its first answer, a command until its end. */
export const STARTS = {
  server: 'first answer of `prime-registry serve`, new data',
  again: 'first answer of `prime-registry serve`, data of an earlier start',
  first: 'first answer of `prime-registry serve`, no compiled code',
  mcp: 'first answer of `prime mcp`',
  help: '`prime --help`',
  version: '`prime --version`',
  registryVersion: '`prime-registry --version`',
  tokenList: '`prime-registry token list`',
  list: '`prime ls`, nothing installed',
  search: '`prime search`, of a local registry',
} as const;

/** A name of a start. */
export type StartName = keyof typeof STARTS;

/** The starts of a server; the others are commands that end. */
export const SERVER_STARTS: readonly StartName[] = ['server', 'again', 'first'];

/** The times of one start of one installation. */
export interface StartTimes {
  readonly start: StartName;
  readonly installation: InstallationName;
  /** In milliseconds, one for each round. */
  readonly runs: readonly number[];
}

/** The memory of an idle server of one installation, in MiB, one for each round. */
export interface IdleMemory {
  readonly installation: InstallationName;
  readonly runs: readonly number[];
}

/** All measurements of a run. */
export interface MeasuredStarts {
  /** Of `node -e 0`, in milliseconds, one for each round. */
  readonly node: readonly number[];
  /** Of a bare `node:http`: milliseconds to its first answer, and its idle memory in MiB. */
  readonly bare: { readonly firstAnswerMs: readonly number[]; readonly idleMiB: readonly number[] };
  readonly times: readonly StartTimes[];
  /** Empty where it cannot be measured. */
  readonly memory: readonly IdleMemory[];
}

/** How much longer each start took than `node -e 0` of the same round, in milliseconds. */
export function moreThanNode({ node }: MeasuredStarts, { runs }: StartTimes): Spread {
  return spreadOf(runs.map((ms, round) => ms - (node[round] ?? Number.NaN)));
}

/** How many times as long each start took as the same one from the clone, in the same round. */
export function timesThatOfClone({ times }: MeasuredStarts, { start, runs }: StartTimes): Spread {
  const clone = times.find((other) => other.start === start && other.installation === 'clone');
  return timesThat(runs, clone?.runs ?? []);
}

/** How many times as much something is as another thing, in the same round. */
export function timesThat(runs: readonly number[], others: readonly number[]): Spread {
  return spreadOf(runs.map((value, round) => value / (others[round] ?? Number.NaN)));
}
