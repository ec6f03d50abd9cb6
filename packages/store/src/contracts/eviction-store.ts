// What the registry asks of its store about what came from other registries as a whole: how much it is, what of it nobody has read
// for longest, and how that goes away. What was published here is never part of it.
import type { AuditEntry } from './audit-store.ts';

/** How much is here of a registry. */
export interface MirrorUsage {
  /** Its base URL. */
  readonly origin: string;
  readonly versions: number;
  /** Of all tarballs, each version's counted. */
  readonly sizeBytes: number;
}

/** Where a version stands among those that came from elsewhere: those that were not read for longest are first. */
export interface ReadPlace {
  /** Days since 1970-01-01, in UTC: when it was last read; when it came, unless it was read since. */
  readonly lastReadDay: number;
  readonly id: number;
}

/** A version that may be evicted. */
export interface EvictableVersion extends ReadPlace {
  readonly name: string;
  readonly version: string;
  readonly origin: string;
  readonly sha256: string;
  readonly sizeBytes: number;
  readonly atoms: number;
}

/** What is here of a registry, for people. */
export interface MirrorSummary extends MirrorUsage {
  readonly primes: number;
  /** When the first of its versions came, and the last; undefined where there are none. */
  readonly firstPulledAtMs: number | undefined;
  readonly lastPulledAtMs: number | undefined;
  /** Lists of versions. */
  readonly lists: number;
  /** When the list was checked that was not for longest, and the one that was last; to ten minutes. */
  readonly firstCheckedAtMs: number | undefined;
  readonly lastCheckedAtMs: number | undefined;
}

/** Versions of other registries as a whole. */
export interface EvictionStore {
  /** Reads a row for each scope of each registry. */
  listMirrorUsage(): Promise<MirrorUsage[]>;
  /** Reads a row for each version that came from elsewhere; for the commands of operators. */
  summarizeMirrors(): Promise<MirrorSummary[]>;
  /** The versions behind a place, in order, at most `limit`. */
  listLeastRead(after: ReadPlace, limit: number): Promise<EvictableVersion[]>;
  /**
   * Takes versions out, in one transaction, with all that is known of them; their blobs stay. One that was read since, is gone or
   * was published here stays as it is. Pulls of the same scopes wait meanwhile, and so do publishes on an engine with one writer.
   * @param toEntry - what the audit log tells of each
   * @returns those that are gone
   */
  evictVersions(
    versions: readonly EvictableVersion[],
    toEntry: (version: EvictableVersion) => AuditEntry,
  ): Promise<EvictableVersion[]>;
  /** Takes out lists of Primes of which nothing is here, at most `limit`. @returns how many there were */
  evictLists(checkedBeforeMs: number, limit: number): Promise<number>;
}
