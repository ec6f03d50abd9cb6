// Interface to the versions of Primes.
import type { Inventory } from '@prime-registry/atoms';
import type { PrimeName, Provenance, RemovalCategory, Requires, Version } from '@prime-registry/protocol';
import type { Act } from './audit-store.ts';
import type { LoggedEntry } from './log/log-store.ts';
import type { OriginProof } from './log/origin-proof-store.ts';
import type { NewInventory } from './new-inventory.ts';
import type { NewSignature } from './signature-store.ts';

/** What is known about a version from its publish on. */
export interface VersionFacts {
  readonly publishedAtMs: number;
  readonly sha256: string;
  readonly sizeBytes: number;
  readonly description: string;
  readonly license: string;
  readonly primeVersion: string;
  readonly atoms: number;
  readonly namespaces: readonly string[];
  /** Base URL of the upstream it came from; undefined if it was published here. */
  readonly origin?: string | undefined;
  /** Undefined unless it was promoted from another registry. */
  readonly promotedFrom?: Promotion | undefined;
  /** Undefined or empty if it requires no Primes. */
  readonly requires?: Requires | undefined;
  /**
   * Which identity published it: as this registry verified it, or as the upstream or the export says. Undefined unless
   * an identity did.
   */
  readonly provenance?: Provenance | undefined;
  /** The fingerprints of the keys that have signed it; undefined if none has. Of a new version, `signatures` says it. */
  readonly signedBy?: readonly string[] | undefined;
}

/** Where a version was first published. */
export interface Promotion {
  /** Base URL of that registry. */
  readonly registry: string;
  readonly publishedAtMs: number;
}

/** A version to insert. */
export interface NewVersion extends VersionFacts {
  readonly name: PrimeName;
  readonly version: Version;
  readonly tags: readonly string[];
  /** The pack.yaml as it was published, byte for byte. */
  readonly sourceManifest: Uint8Array;
  /** The README at the root of the tarball, possibly cut. */
  readonly readme: string | undefined;
  /** Id of the token that published it. */
  readonly publishedBy: string;
  /** Its atoms; undefined if they could not be read. */
  readonly inventory?: Inventory | NewInventory | undefined;
  /** Undefined if it is not yanked. Imports and pulls may insert yanked versions. */
  readonly yank?: YankMark | undefined;
  /** A channel that names the version from now on. */
  readonly channel?: string | undefined;
  /**
   * The category of its tombstone, if an operator takes the removal back: then the tombstone goes. With other bytes
   * than the removed ones, the version is refused all the same.
   */
  readonly restores?: RemovalCategory | undefined;
  /** Of a version from an upstream: the proof that it is in the log of a registry there. */
  readonly originProof?: OriginProof | undefined;
  /** Verified signatures of different keys. */
  readonly signatures?: readonly NewSignature[] | undefined;
  /** Undefined if nothing that can be revoked has published it. */
  readonly holder?: TokenHolder | undefined;
  /** For the audit log. */
  readonly act: Act;
  /** For the audit log: the places of what looks like secrets, if there are any. */
  readonly secrets?: readonly string[] | undefined;
}

/** What a publish depends on: it is refused if any of it has ended before its transaction. */
export interface TokenHolder {
  /** Ids of the token, and of those that it comes from. */
  readonly tokenIds: readonly string[];
  /** Id of the rule that it was given out under. */
  readonly ruleId: string | undefined;
}

/** The yank of a version. */
export interface YankMark {
  readonly atMs: number;
  /** Id of the token that requested it. */
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

/** A version in a list. */
export interface ListedVersion {
  readonly version: string;
  readonly publishedAtMs: number;
  readonly yanked: boolean;
  /** Why it was yanked, if a reason was given. */
  readonly yankReason?: string;
  /** Absent if it requires no Primes, or if they were not asked for. */
  readonly requires?: Requires;
  /** Whether it requires Primes, but the list would be too long with them. */
  readonly requiresOmitted?: true;
}

/** The place of a new version among those of its Prime. */
export interface VersionPlace {
  /** Whether it is already published. */
  readonly isTaken: boolean;
  /** The previous version, as defined by findVersionBefore of packages/atoms; undefined if there is none. */
  readonly before: Version | undefined;
}

/** A requested yank. */
export interface Yank {
  readonly name: string;
  readonly version: Version;
  readonly yankedAtMs: number;
  readonly reason: string | undefined;
  /** Id of the token that requested it. */
  readonly yankedBy: string;
  /** For the audit log. */
  readonly act: Act;
}

/** The usage of a scope, including yanked versions. */
export interface ScopeUsage {
  readonly versions: number;
  /** What all versions occupy: tarballs, manifests, READMEs and atoms, without indexes. */
  readonly sizeBytes: number;
}

/** What became of an insert: the version is new, and in the log, or it was published before. */
export type InsertResult = { readonly isNew: false } | { readonly isNew: true; readonly logged: LoggedEntry };

/** Versions of Primes. Versions are looked up by identity, so build metadata is ignored. */
export interface VersionStore {
  /**
   * Makes a version visible, in one transaction. Just before the commit, and only if the version is new,
   * `beforeCommit` moves the tarball into place: the loser of a race leaves no tarball, and no version is
   * ever visible without its bytes. If `beforeCommit` fails, nothing is inserted. Simultaneous inserts may
   * share a transaction; one whose tarball cannot be moved into place fails alone.
   * @param checkUsage - called with the usage of the scope including this version, which no other transaction
   * can raise in the meantime; throws to refuse the version. Not called if the version is already published.
   * @param confirm - called when nothing is left to prepare, before the transaction; throws to refuse the version
   * @throws RegistryError `name_of_another_registry` if its Prime has another origin; `invalid_request` if its channel
   *   is one more than MAX_CHANNELS; `signature_required`, `signer_not_allowed`; `log_halted`; `unauthenticated` if what
   *   its holder depends on was revoked
   */
  insertVersion(
    version: NewVersion,
    beforeCommit: () => Promise<void>,
    checkUsage?: (usage: ScopeUsage) => void,
    confirm?: () => Promise<void>,
  ): Promise<InsertResult>;
  /**
   * Finds out whether `insertVersion` would insert a version, with its own statements in a transaction that is
   * rolled back: same parameters and errors, and nothing is kept.
   * @returns whether it is new
   */
  checkVersion(version: NewVersion, checkUsage?: (usage: ScopeUsage) => void): Promise<boolean>;
  findScopeUsage(scope: string): Promise<ScopeUsage>;
  /**
   * Every version in ascending precedence, including yanked ones; empty for a Prime that does not exist.
   * @param options - `withRequires` adds the requirements of the highest versions, as far as REQUIRES_LIMITS allows
   */
  listVersions(name: string, options?: { readonly withRequires?: boolean }): Promise<ListedVersion[]>;
  findVersion(name: string, version: Version): Promise<VersionRecord | undefined>;
  findPlace(name: string, version: Version): Promise<VersionPlace>;
  hasPrime(name: string): Promise<boolean>;
  findSourceManifest(name: string, version: Version): Promise<Uint8Array | undefined>;
  /**
   * Yanks a version; a version that is already yanked stays as it is.
   * @returns the version after the change; undefined if it does not exist
   * @throws RegistryError `log_halted`
   */
  yankVersion(yank: Yank): Promise<VersionRecord | undefined>;
}
