// A trust policy: C2SP tlog-policy.
import type { VerifierKey } from '../notes/verifier-key.ts';

/** A log that is believed. */
export interface PolicyLog {
  /** Its name is the origin of the log. */
  readonly key: VerifierKey;
  readonly url?: string;
}

/** A witness, under a name of this policy. */
export interface PolicyWitness {
  readonly name: string;
  readonly key: VerifierKey;
  readonly url?: string;
}

/** Witnesses or groups of them, of which some number must have cosigned. */
export interface PolicyGroup {
  readonly name: string;
  /** From 1 to the number of members. */
  readonly threshold: number;
  /** Names of witnesses, and of groups before this one. */
  readonly members: readonly string[];
}

/** Which checkpoints are believed: those that a log signed, and enough witnesses cosigned. */
export interface Policy {
  readonly logs: readonly PolicyLog[];
  readonly witnesses: readonly PolicyWitness[];
  readonly groups: readonly PolicyGroup[];
  /** The name of a witness or a group; undefined if no cosignature is needed (`quorum none`). */
  readonly quorum: string | undefined;
}
