// What is asked of the store for a publish, as its parts pass it on.
import type { PreparedInventory } from '../atoms/prepare-inventory.ts';
import type { NewVersion, ScopeUsage } from '../contracts/version-store.ts';

/** A version to insert. */
export interface VersionInsert {
  readonly version: NewVersion;
  /** What was read of its atoms, if they could be read. */
  readonly inventory: PreparedInventory | undefined;
  /** Puts its tarball in place. */
  readonly beforeCommit: () => Promise<void>;
  /** Throws when its scope would hold too much with it. */
  readonly checkUsage?: ((usage: ScopeUsage) => void) | undefined;
}

/** A version that is new, as a row. */
export interface InsertedVersion {
  readonly insert: VersionInsert;
  readonly id: number;
  readonly primeId: number;
}

/** Why a version is not inserted. */
export interface Refusal {
  readonly reason: unknown;
}
