// How a tarball is read, and what was read of it.
import type { ArchiveLimits, Inspection } from '@prime-registry/archive';
import type { NewInventory } from '@prime-registry/store';
import type { FoundSecrets, SecretSearch } from './tarball-secrets.ts';

/** The highest values that the settings allow: whatever was published under them must be readable. */
export const WIDEST_LIMITS: ArchiveLimits = {
  maxUnpackedBytes: 2 ** 40,
  maxEntries: 10_000_000,
  maxRatio: 2000,
};

export interface TarballToRead {
  readonly limits: ArchiveLimits;
  /** Undefined if secrets are not searched for. */
  readonly search: SecretSearch | undefined;
  /** Whether its atoms are read. */
  readonly readsAtoms: boolean;
  /** Whether it is refused if it has a git repository in it: mirrors keep what was accepted before. */
  readonly refusesRepositories: boolean;
}

/** What is known before the end. */
export interface TarballProgress {
  /** The size of all files with atoms so far, in bytes: the task needs a multiple of it. */
  readonly takenBytes: number;
  /** Whether the tarball is invalid, so that the rest does not matter. */
  readonly hasProblem: boolean;
}

export interface TarballReading {
  /** See TarballProgress; of all files. */
  readonly takenBytes: number;
  readonly inspection: Inspection;
  /** Tokens, and what looks like another secret. */
  readonly secrets: FoundSecrets;
  /** Whether compressed files in it were not searched, because they unpack to more than the limit. */
  readonly leftNestedOut: boolean;
  /** Undefined if the tarball is invalid or its atoms could not be read. */
  readonly summary: NewInventory['summary'] | undefined;
}
