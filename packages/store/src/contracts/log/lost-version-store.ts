// Interface to versions that were published, but are missing since the database went back to an older state.
import type { Version } from '@prime-registry/protocol';
import type { AuditEntry } from '../audit-store.ts';

/** A version, and the digest of its tarball. */
export interface VersionDigest {
  readonly name: string;
  /** The version without build metadata. */
  readonly identity: string;
  /** 64 lower-case hexadecimal digits. */
  readonly sha256: string;
}

/** A version that was published here. */
export interface PublishedDigest extends VersionDigest {
  readonly publishedAtMs: number;
}

/** Lost versions. `insertVersion` takes them only with the same bytes. */
export interface LostVersionStore {
  /**
   * The versions that were inserted last, newest first, without mirrored ones. Only the last 10,000 ids are
   * examined.
   */
  listLastPublished(limit: number): Promise<PublishedDigest[]>;
  /**
   * Those of the versions that are neither here with these bytes nor removed. Reliable during a failover, too.
   */
  listMissingVersions(versions: readonly VersionDigest[]): Promise<VersionDigest[]>;
  /** All lost versions, by name. */
  listLostVersions(): Promise<VersionDigest[]>;
  /** The possible digests of a lost version; empty if it is not one. */
  findLostDigests(name: string, version: Version): Promise<string[]>;
  /**
   * Adds lost versions, in one transaction; those that are known stay.
   * @param toEntry - makes the audit entry of a new one
   * @returns those that are new
   */
  recordLostVersions(
    lost: readonly VersionDigest[],
    toEntry?: (version: VersionDigest) => AuditEntry,
  ): Promise<VersionDigest[]>;
}
