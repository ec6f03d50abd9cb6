// What an attack is.
import type { Attacker } from './attacker/attacker.ts';

/** One way to attack a registry. */
export interface Attack {
  readonly name: string;
  /** One line for people. */
  readonly summary: string;
  /** Publishes what the attack reads, before anything is measured. */
  readonly prepare?: (attacker: Attacker) => Promise<void>;
  /** Builds what takes long to build. The function that it returns attacks until the attacker's signal. */
  readonly arm: (attacker: Attacker) => () => Promise<void>;
}

/** The scope in which attackers may publish. */
export const SCOPE = '@attack';
