// Interface to the recovery of the log: a database that went back gets the entries again that were signed after it.
import type { Edge } from '@prime-registry/tlog';
import type { VersionDigest } from './lost-version-store.ts';

/** Consecutive entries that were signed, and that the database lacks. */
export interface MissingEntries {
  /** The index of the first one. */
  readonly first: number;
  /** Their bytes. The caller has proved that they are in the signed tree. */
  readonly entries: readonly Uint8Array[];
  /** The tree with them. */
  readonly edge: Edge;
  /** Whether all that was signed is there with them: the halt ends. */
  readonly isLast: boolean;
}

/** What an entry says, and the database does not follow. */
export interface UnfollowedEntry {
  readonly index: number;
  /** What it is about, and why it was not followed, as a sentence without a full stop. */
  readonly reason: string;
}

/** What became of entries. */
export interface RecoveredEntries {
  /** Versions that they tell of, and that are not here: they are accepted only with the same bytes. */
  readonly lost: readonly VersionDigest[];
  readonly unfollowed: readonly UnfollowedEntry[];
}

/** Brings entries back. */
export interface LogRecoveryStore {
  /**
   * Appends the very entries, halted or not, and changes the database as they say, in one transaction. The log stays
   * as halted as it is until the last entry is there.
   * @returns undefined, with nothing changed, if the log does not end before the first of them
   * @throws Error if they do not lead to the given tree
   */
  recoverEntries(missing: MissingEntries): Promise<RecoveredEntries | undefined>;
}
