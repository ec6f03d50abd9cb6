// What a check is and what comes out of one. A new check is one object in one table under checks/.
import type { Session } from './session.ts';
import type { Stage } from './stage.ts';

/** The groups, in the order in which they run. `errors` is last: it looks back at everything that was answered. */
export const GROUPS = [
  'publish',
  'versions',
  'manifest',
  'tarball',
  'auth',
  'search',
  'yank',
  'errors',
] as const;

/** A part of the contract that is checked together. */
export type Group = (typeof GROUPS)[number];

/** A part of the contract that a registry may leave out (contract sections 4.5 and 4.6). */
export type Feature = 'search' | 'yank';

/**
 * How binding the rule is: `required` always, `optional` once the registry offers the feature, `recommended` only
 * in a strict run (the contract says SHOULD, or leaves room that a good registry would not use).
 */
export type Level = 'required' | 'recommended' | 'optional';

/** What a check works with: the registry under test, and the Primes that this run has published to it. */
export interface CheckContext {
  readonly session: Session;
  readonly stage: Stage;
  /** Leaves a remark for the reader of the result; of nothing, none. */
  readonly remark: (text: string | undefined) => void;
}

/** One rule of the contract and the way to find out whether a registry keeps it. */
export interface Check {
  /** Stable name, `<group>.<rule>`: reports and filters refer to it. */
  readonly id: `${Group}.${string}`;
  /** The section of the contract that states the rule, such as `4.1`. */
  readonly section: string;
  /** The rule as a sentence that is true of a registry that passes. */
  readonly title: string;
  readonly level: Level;
  /**
   * Resolves when the rule holds. Throws `Failure` when the registry answered wrongly, `Unmet` when something the
   * check builds on is missing, and `Blocked` (or anything else) when the check could not be carried out.
   */
  readonly run: (context: CheckContext) => Promise<void>;
}

/** How a check ended. */
export type Status = 'Pass' | 'Fail' | 'Skip' | 'Error';

/** What came out of one check. Every text is free of the token and of control characters. */
export interface CheckResult {
  readonly id: Check['id'];
  readonly section: string;
  readonly title: string;
  readonly group: Group;
  readonly level: Level;
  readonly status: Status;
  readonly durationMs: number;
  /** A remark on a Pass, the reason of a Skip or an Error. */
  readonly message?: string;
  /** For a Fail: what the contract asks for. */
  readonly expected?: string;
  /** For a Fail: what the registry did. */
  readonly got?: string;
  /** For a Fail or an Error: the request that it happened on, in one line. */
  readonly request?: string;
}

/** The group that a check belongs to: the first word of its id. */
export function groupOf(check: Check): Group {
  const group = GROUPS.find((candidate) => check.id.startsWith(`${candidate}.`));
  if (group === undefined) throw new Error(`check ${check.id} is in no group`);
  return group;
}

/** The optional feature that a group of checks is about, where it is about one. */
export function findFeature(group: Group): Feature | undefined {
  return group === 'search' || group === 'yank' ? group : undefined;
}
