// A check: one rule of the contract. To add one, add an object to a table in checks/.
import { type CheckId, GROUPS, type Group, type Level } from './result.ts';
import type { Session } from './session/session.ts';
import type { Stage } from './session/stage.ts';

/** What a check works with: the registry under test, and the Primes that this run has published to it. */
export interface CheckContext {
  readonly session: Session;
  readonly stage: Stage;
  /** Leaves a remark for the reader of the result; of nothing, none. */
  readonly remark: (text: string | undefined) => void;
}

/** One rule of the contract and the way to find out whether a registry keeps it. */
export interface Check {
  readonly id: CheckId;
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

/** The group that a check belongs to: the first word of its id. */
export function groupOf(check: Check): Group {
  const group = GROUPS.find((candidate) => check.id.startsWith(`${candidate}.`));
  if (group === undefined) throw new Error(`check ${check.id} is in no group`);
  return group;
}
