// Interface to mirrored data and the owners of names. Published and mirrored versions never mix: a Prime has
// one origin as long as it has a version.
import type { AuditEntry } from '../audit-store.ts';

/** The owner of a name. */
export interface NameStanding {
  /** Whether any Prime of its scope was published here. Then no upstream may supply a name of the scope. */
  readonly isLocalScope: boolean;
  /** Base URL of the upstream of its versions; undefined if there are none, or they were published here. */
  readonly origin: string | undefined;
}

/** The response of an upstream to a request for the versions of a Prime. */
export interface MirroredList {
  readonly name: string;
  /** Base URL of the upstream. */
  readonly origin: string;
  readonly etag: string | undefined;
  /** The JSON as received. */
  readonly body: string;
  /**
   * The channels, deprecations, new name and removed versions in it, as JSON; empty if there are none; undefined if
   * an early program stored the list, which did not read them. The store reads `range` of each of `deprecations`.
   */
  readonly lifecycle?: string | undefined;
  /** Last time the upstream confirmed it. */
  readonly checkedAtMs: number;
  /** Whether an earlier program stored it, which read less of the response. Set by the store. */
  readonly isOutdated?: boolean;
}

/** Owners of names, mirrored version lists, and what is known about upstreams. */
export interface MirrorStore {
  findStanding(name: string): Promise<NameStanding>;
  /** Owners of several names, by name. */
  listStandings(names: readonly string[]): Promise<ReadonlyMap<string, NameStanding>>;
  findMirroredList(name: string): Promise<MirroredList | undefined>;
  /** The lifecycle of a list, its upstream and its time; undefined if there is no list. */
  findMirroredLifecycle(
    name: string,
  ): Promise<Pick<MirroredList, 'name' | 'origin' | 'lifecycle' | 'checkedAtMs'> | undefined>;
  /** Stores a list, replacing the previous one. */
  saveMirroredList(list: MirroredList): Promise<void>;
  removeMirroredList(name: string): Promise<void>;
  /** Whether {@link noteKnownUpstream} was ever called for this base URL. */
  isKnownUpstream(url: string): Promise<boolean>;
  /** Stores that an upstream explains its errors: a 404 from its address without a problem is then not its own. */
  noteKnownUpstream(url: string, atMs: number): Promise<void>;
  /** Undoes {@link noteKnownUpstream}. @returns whether it was known; only then the act is recorded */
  forgetKnownUpstream(url: string, entry: AuditEntry): Promise<boolean>;
}
