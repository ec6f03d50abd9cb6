// The result of a check, and the words for groups, levels and outcomes.

/** The groups, in the order in which they run. `errors` is last: it examines all responses of the run. */
export const GROUPS = [
  'publish',
  'versions',
  'manifest',
  'tarball',
  'auth',
  'search',
  'yank',
  'requires',
  'lifecycle',
  'log',
  'errors',
] as const;

/** A part of the contract, or of what is beyond it, that is checked together. */
export type Group = (typeof GROUPS)[number];

/** The stable name of a check, `<group>.<rule>`: reports and filters refer to it. */
export type CheckId = `${Group}.${string}`;

/**
 * A part that a registry may leave out: search and yank (contract sections 4.5 and 4.6), and the life of a
 * version and the log, which are not part of the contract.
 */
export type Feature = (typeof FEATURES)[number];

const FEATURES = ['search', 'yank', 'lifecycle', 'log'] as const;

/**
 * How binding a rule is: `required` always; `optional` if the registry offers the feature; `recommended` only
 * in a strict run (the contract says SHOULD, or allows something that a good registry does not do).
 */
export type Level = 'required' | 'recommended' | 'optional';

export type Status = 'Pass' | 'Fail' | 'Skip' | 'Error';

/** The result of one check. No text in it has the token or control characters. */
export interface CheckResult {
  readonly id: CheckId;
  readonly section: string;
  readonly title: string;
  readonly group: Group;
  readonly level: Level;
  readonly status: Status;
  readonly durationMs: number;
  /** A remark on a Pass, the reason of a Skip or an Error. */
  readonly message?: string;
  /** For a Fail: what the contract requires. */
  readonly expected?: string;
  /** For a Fail: what the registry did. */
  readonly got?: string;
  /** For a Fail or an Error: the request, on one line. */
  readonly request?: string;
}

/** The optional feature of a group of checks; undefined if it is not optional. */
export function findFeature(group: Group): Feature | undefined {
  return FEATURES.find((feature) => feature === group);
}
