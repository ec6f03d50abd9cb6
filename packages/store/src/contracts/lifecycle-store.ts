// Interface to what happens to versions after their publish: yanks that are taken back, channels, deprecations, moves
// to another name, removals. Primes are looked up by name, versions by identity.
import type { RemovalCategory, Version } from '@prime-registry/protocol';
import type { Act } from './audit-store.ts';
import type { VersionRecord } from './version-store.ts';

/** A channel, and the version that it names. */
export interface ChannelRecord {
  readonly channel: string;
  readonly version: string;
  readonly setAtMs: number;
}

/** What to use instead of a deprecated version. */
export interface SuccessorRecord {
  readonly name: string;
  readonly range?: string | undefined;
  /** Base URL of the registry that has it. */
  readonly registry?: string | undefined;
}

/** The deprecation of some versions. */
export interface DeprecationRecord {
  /** In npm's notation; `*` for all. */
  readonly range: string;
  readonly message: string;
  readonly successor?: SuccessorRecord | undefined;
  readonly setAtMs: number;
}

/** A removed version, as lists show it. */
export interface ListedTombstone {
  readonly name: string;
  readonly version: string;
  readonly identity: string;
  readonly category: RemovalCategory;
  readonly reason: string | undefined;
  readonly removedAtMs: number;
  /** Base URL of the upstream that it came from; undefined if it was published here. */
  readonly origin: string | undefined;
}

/** A removed version of this registry. */
export interface TombstoneRecord extends ListedTombstone {
  readonly sha256: string;
}

/** The life of a Prime after its publishes. */
export interface LifecycleRecord {
  /** By name. */
  readonly channels: readonly ChannelRecord[];
  /** Newest first. */
  readonly deprecations: readonly DeprecationRecord[];
  /** The name under which new versions are published. */
  readonly movedTo: string | undefined;
  /** In ascending precedence. */
  readonly removed: readonly ListedTombstone[];
}

/** A requested removal. */
export interface Removal {
  readonly name: string;
  readonly version: Version;
  readonly category: RemovalCategory;
  readonly reason: string | undefined;
  readonly removedAtMs: number;
  /**
   * Called in the transaction with the version and the number of its downloads; throws to refuse the removal.
   */
  readonly check?: (version: VersionRecord, downloads: number) => void;
  /** For the audit log. */
  readonly act: Act;
}

/** A change of a Prime, for the audit log. */
export interface LifecycleChange {
  readonly name: string;
  readonly atMs: number;
  readonly act: Act;
}

/** The life of versions. */
export interface LifecycleStore {
  /**
   * Usually undefined: nothing has happened.
   * @param options - `withRemoved` is false for readers that do not show removed versions: there may be thousands
   */
  findLifecycle(
    name: string,
    options?: { readonly withRemoved?: boolean },
  ): Promise<LifecycleRecord | undefined>;
  findTombstone(name: string, version: Version): Promise<TombstoneRecord | undefined>;
  /**
   * Takes a yank back; a version that is not yanked stays as it is.
   * @param yankedBy - if given, only a yank by this actor is taken back
   * @returns the version after the change; undefined if it does not exist
   */
  unyankVersion(
    change: LifecycleChange & { readonly version: Version; readonly yankedBy?: string },
  ): Promise<VersionRecord | undefined>;
  /**
   * Adds a deprecation, or replaces the one with the same range.
   * @param check - called in the transaction with the number of other deprecations; throws to refuse
   */
  setDeprecation(
    change: LifecycleChange,
    deprecation: Omit<DeprecationRecord, 'setAtMs'>,
    check?: (others: number) => void,
  ): Promise<void>;
  /** @returns whether there was one with exactly this range */
  removeDeprecation(change: LifecycleChange, range: string): Promise<boolean>;
  /**
   * Lets a channel name a version.
   * @returns false if the version does not exist
   * @throws RegistryError `invalid_request` if the Prime has MAX_CHANNELS others
   */
  setChannel(change: LifecycleChange, channel: string, version: Version): Promise<boolean>;
  /** @returns whether there was such a channel */
  removeChannel(change: LifecycleChange, channel: string): Promise<boolean>;
  /**
   * Says that new versions are published under another name.
   * @param movedTo - undefined to take it back
   * @param check - called in the transaction with the name that `movedTo` itself has moved to; throws to refuse
   */
  movePrime(
    change: LifecycleChange,
    movedTo: string | undefined,
    check?: (next: string | undefined) => void,
  ): Promise<void>;
  /**
   * Removes a version and everything that belongs to it except its blob, and leaves a tombstone: the version cannot
   * be published again. Idempotent.
   * @returns undefined if the version does not exist
   */
  removeVersion(removal: Removal): Promise<TombstoneRecord | undefined>;
}
