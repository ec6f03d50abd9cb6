// A check: one rule of the contract. To add one, add an object to a table in checks/.
import { type CheckId, GROUPS, type Group, type Level } from './result.ts';
import type { Life } from './session/life.ts';
import type { Logbook } from './session/logbook.ts';
import type { Session } from './session/session.ts';
import type { Stage } from './session/stage.ts';

/** What checks share: the Primes that this run has published. */
export interface Scenes {
  readonly stage: Stage;
  /** The Primes for the checks of the life of a version. */
  readonly life: Life;
  /** The transparency log. */
  readonly logbook: Logbook;
}

/** The context of a check: the registry under test, and what is shared. */
export interface CheckContext extends Scenes {
  readonly session: Session;
  /** Adds a remark to the result; undefined adds none. */
  readonly remark: (text: string | undefined) => void;
}

/** One rule of the contract, and a function that checks a registry for it. */
export interface Check {
  readonly id: CheckId;
  /** The section of the contract that states the rule, such as `4.1`; `beyond` if none does. */
  readonly section: string;
  /** The rule as a sentence that is true of a registry that passes. */
  readonly title: string;
  readonly level: Level;
  /**
   * Resolves if the registry keeps the rule. Throws `Failure` if a response is wrong, `Unmet` if a
   * precondition of the check is missing, and `Blocked` (or anything else) if the check could not run.
   */
  readonly run: (context: CheckContext) => Promise<void>;
}

/** A check that may leave out what it has in common with its neighbours. */
export type Rule = Omit<Check, 'section' | 'level'> & Partial<Pick<Check, 'section' | 'level'>>;

/** Checks of a section of the contract. */
export function ofContract(section: string, rules: readonly Rule[]): readonly Check[] {
  return rules.map((rule) => ({ section, level: 'required', ...rule }));
}

/** Checks of a section that a registry need not offer. */
export function ofOption(section: string, rules: readonly Rule[]): readonly Check[] {
  return rules.map((rule) => ({ section, level: 'optional', ...rule }));
}

export function beyondContract(rules: readonly Rule[]): readonly Check[] {
  return ofOption('beyond', rules);
}

/** The group of a check: the first word of its id. */
export function groupOf(check: Check): Group {
  const group = GROUPS.find((candidate) => check.id.startsWith(`${candidate}.`));
  if (group === undefined) throw new Error(`check ${check.id} has no group`);
  return group;
}
