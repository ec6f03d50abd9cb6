// The records that the steps of an insert pass to each other.
import type { PreparedInventory } from '../../atoms/prepared-inventory.ts';
import type { NewVersion, ScopeUsage } from '../../contracts/version-store.ts';

/** A version to insert. */
export interface VersionInsert {
  readonly version: NewVersion;
  /** Its atoms, if they could be read. */
  readonly inventory: PreparedInventory | undefined;
  /** Number of removed versions of its Prime before the inventory was prepared; see removed-numbers.ts. */
  readonly removals?: number;
  /** Moves its tarball into place. */
  readonly beforeCommit: () => Promise<void>;
  /** Throws if it exceeds the quota of its scope. */
  readonly checkUsage?: ((usage: ScopeUsage) => void) | undefined;
}

/** The row of a new version. */
export interface InsertedVersion {
  readonly insert: VersionInsert;
  readonly id: number;
  readonly primeId: number;
  /** The place of its entry, if the log has it from before the version was lost. */
  readonly entryIndex?: number | undefined;
}

/** Why a version is not inserted. */
export interface Refusal {
  readonly reason: unknown;
}
