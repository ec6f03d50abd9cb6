// Versions of Primes: what a version is, and what the registry asks of the store about them.
import type { Inventory } from '@prime-registry/atoms';
import type { PrimeName, Version } from '@prime-registry/protocol';
import type { Act } from './audit-store.ts';

/** What a version is told by, from its publish on. */
export interface VersionFacts {
  readonly publishedAtMs: number;
  readonly sha256: string;
  readonly sizeBytes: number;
  readonly description: string;
  readonly license: string;
  readonly primeVersion: string;
  readonly atoms: number;
  readonly namespaces: readonly string[];
  /** Base URL of the registry that it came from; undefined for what was published here. */
  readonly origin?: string | undefined;
}

/** A version that is about to be published. */
export interface NewVersion extends VersionFacts {
  readonly name: PrimeName;
  readonly version: Version;
  readonly tags: readonly string[];
  /** The pack.yaml as it was published, byte for byte. */
  readonly sourceManifest: Uint8Array;
  /** The README at the root of the tarball, as far as it was kept. */
  readonly readme: string | undefined;
  /** Id of the token that published it. */
  readonly publishedBy: string;
  /** What was read of its atoms; undefined when its tarball could not be read for them. */
  readonly inventory?: Inventory | undefined;
  /** Undefined for one that is not yanked, as every version is when it is new. */
  readonly yank?: YankMark | undefined;
  /** What the audit log tells of it. */
  readonly act: Act;
}

/** That a version was yanked. */
export interface YankMark {
  readonly atMs: number;
  /** Id of the token that asked for it. */
  readonly by: string;
  readonly reason: string | undefined;
}

/** A published version. */
export interface VersionRecord extends VersionFacts {
  readonly name: string;
  readonly version: string;
  /** Undefined while the version is not yanked. */
  readonly yankedAtMs: number | undefined;
  readonly yankReason: string | undefined;
}

/** A version as it stands in the list. */
export interface ListedVersion {
  readonly version: string;
  readonly publishedAtMs: number;
  readonly yanked: boolean;
}

/** Where a version would stand among those of its Prime. */
export interface VersionPlace {
  /** Whether it was published already. */
  readonly isTaken: boolean;
  /** What its users come from, as findVersionBefore of the atoms has it; undefined where there is none. */
  readonly before: Version | undefined;
}

/** A yank to carry out. */
export interface Yank {
  readonly name: string;
  readonly version: Version;
  readonly yankedAtMs: number;
  readonly reason: string | undefined;
  /** Id of the token that asked for it. */
  readonly yankedBy: string;
  /** What the audit log tells of it. */
  readonly act: Act;
}

/** How much a scope holds, yanked versions included. */
export interface ScopeUsage {
  readonly versions: number;
  /** Of all tarballs, each version's counted. */
  readonly sizeBytes: number;
}

/** Versions of Primes. Versions are looked up by identity: build metadata makes no difference. */
export interface VersionStore {
  /**
   * Makes a version visible, in one transaction. Just before it commits, and only when the version is new,
   * `beforeCommit` puts the tarball in its place: a loser of a race leaves no tarball, and no version is ever
   * visible without its bytes. When `beforeCommit` fails, nothing is inserted. Inserts that are asked for at the same
   * time may share a transaction; one whose tarball cannot be put in place fails alone.
   * @param checkUsage - called with what the scope will hold with this version, of which no other transaction adds anything
   *   meanwhile; what it throws refuses the version, unless that was already published.
   * @returns false when the version was already published.
   * @throws RegistryError `name_of_another_registry` when its Prime came from elsewhere than it does.
   */
  insertVersion(
    version: NewVersion,
    beforeCommit: () => Promise<void>,
    checkUsage?: (usage: ScopeUsage) => void,
  ): Promise<boolean>;
  findScopeUsage(scope: string): Promise<ScopeUsage>;
  /** Every version in ascending precedence, yanked ones included; empty for a Prime that does not exist. */
  listVersions(name: string): Promise<ListedVersion[]>;
  findVersion(name: string, version: Version): Promise<VersionRecord | undefined>;
  findPlace(name: string, version: Version): Promise<VersionPlace>;
  hasPrime(name: string): Promise<boolean>;
  findSourceManifest(name: string, version: Version): Promise<Uint8Array | undefined>;
  /**
   * Yanks a version; a version that is yanked already stays as it is.
   * @returns the version as it now is; undefined when it does not exist.
   */
  yankVersion(yank: Yank): Promise<VersionRecord | undefined>;
}
