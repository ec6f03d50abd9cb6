// Interface to the mirrored versions as a whole: their size, the least recently read ones, and their
// eviction. Versions that were published here are never included.
import type { AuditEntry } from '../audit-store.ts';

/** The mirrored versions of an upstream, in numbers. */
export interface MirrorUsage {
  /** Its base URL. */
  readonly origin: string;
  readonly versions: number;
  /** Tarballs, manifests, READMEs, atoms and version lists, without indexes. */
  readonly sizeBytes: number;
}

/** What was evicted. */
export interface EvictedVersions {
  readonly removed: EvictableVersion[];
  /** The bytes by which the total of {@link MirrorUsage} is smaller. */
  readonly freedBytes: number;
}

/** Which lists to evict. */
interface ListEviction {
  /** Only those that were last checked before. */
  readonly checkedBeforeMs: number;
  readonly limit: number;
}

/** The place of a version in the order of eviction: least recently read first. */
export interface ReadPlace {
  /** Day of the last read, or of the pull if it was not read since. Days since 1970-01-01, in UTC. */
  readonly lastReadDay: number;
  readonly id: number;
}

/** A version that may be evicted. */
export interface EvictableVersion extends ReadPlace {
  readonly name: string;
  readonly version: string;
  readonly origin: string;
  readonly sha256: string;
  /** Of its tarball. */
  readonly sizeBytes: number;
  /** Of its tarball and its rows, without atoms: other versions may share them. */
  readonly storedBytes: number;
  readonly atoms: number;
}

/** The mirrored data of an upstream, for people. */
export interface MirrorSummary extends MirrorUsage {
  readonly primes: number;
  /** Time of the first and of the last pull; undefined if there are no versions. */
  readonly firstPulledAtMs: number | undefined;
  readonly lastPulledAtMs: number | undefined;
  /** Number of version lists. */
  readonly lists: number;
  /** Oldest and newest check of a list, with a resolution of ten minutes. */
  readonly firstCheckedAtMs: number | undefined;
  readonly lastCheckedAtMs: number | undefined;
}

/** The mirrored versions as a whole. */
export interface EvictionStore {
  /** Reads a row for each scope of each upstream. */
  listMirrorUsage(): Promise<MirrorUsage[]>;
  /** Reads a row for each mirrored version; for the commands of operators. */
  summarizeMirrors(): Promise<MirrorSummary[]>;
  /** At most `limit` versions after a place, in order. */
  listLeastRead(after: ReadPlace, limit: number): Promise<EvictableVersion[]>;
  /**
   * Removes versions and everything that belongs to them, in one transaction; their blobs stay. Skips a
   * version that was read since, is gone or was published here. In the meantime pulls of the same scopes
   * wait, and on an engine with one writer all publishes.
   * @param toEntry - makes the audit entry of a version
   */
  evictVersions(
    versions: readonly EvictableVersion[],
    toEntry: (version: EvictableVersion) => AuditEntry,
  ): Promise<EvictedVersions>;
  /** Removes lists of Primes without versions here, those first that were not checked for longest. */
  evictLists(eviction: ListEviction): Promise<{ readonly lists: number; readonly freedBytes: number }>;
}
