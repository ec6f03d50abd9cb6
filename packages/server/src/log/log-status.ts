// The status of the log for operators.
import type { LogHead, LogName, LogStore, WitnessProgress, WitnessStore } from '@prime-registry/store';
import type { Sha256 } from '@prime-registry/tlog';
import { findContradiction } from './find-contradiction.ts';
import type { SignedHead } from './head-mark.ts';

export interface LogStatus {
  readonly head: LogHead;
  /** Oldest first; empty if nothing was ever signed. */
  readonly names: readonly LogName[];
  /** The last head that is known to be signed. */
  readonly lastSigned: SignedHead | undefined;
  /** How far the witnesses are that were asked. */
  readonly witnesses: readonly WitnessProgress[];
  /** Why the log is halted, or the next server would halt it; undefined if it goes on. */
  readonly problem: string | undefined;
}

/** What the status is read with. */
export interface LogStatusDeps {
  readonly store: LogStore & WitnessStore;
  readonly sha256: Sha256;
}

/** Reads the state, and compares the database with the last signed head. @throws RegistryError `storage_unavailable` */
export async function readLogStatus(
  deps: LogStatusDeps,
  lastSigned: SignedHead | undefined,
): Promise<LogStatus> {
  const head = await deps.store.readLogHead();
  const names = await deps.store.listLogNames();
  const problem = head.halted ?? (lastSigned && (await findContradiction(deps, head, lastSigned)));
  const witnesses = await deps.store.listWitnesses();
  return { head, names, lastSigned, witnesses, problem };
}
