// Interface for the commands of operators: which blobs are referenced, and complete versions and tokens.
import type { Version } from '@prime-registry/protocol';
import type { AuditEntry } from './audit-store.ts';
import type { TokenRecord } from './token-store.ts';
import type { VersionFacts, YankMark } from './version-store.ts';

/** A blob that versions reference. */
export interface ReferencedBlob {
  readonly sha256: string;
  readonly sizeBytes: number;
}

/** A referenced blob with the number of versions that reference it. */
export interface CountedBlob extends ReferencedBlob {
  readonly versions: number;
}

/** A version as people name it. */
export interface VersionLabel {
  readonly name: string;
  readonly version: string;
}

/** References from versions to blobs. */
export interface BlobReferences {
  /**
   * The referenced blobs by ascending digest, each once for every recorded size.
   * @param from - the lowest digest, or a prefix of it
   * @param below - upper bound of the digests, exclusive
   */
  listReferencedBlobs(from: string, below: string): Promise<CountedBlob[]>;
  /** The versions that reference a blob. */
  listVersionsOfBlob(sha256: string): Promise<VersionLabel[]>;
  /**
   * Runs the work with the digests that no version references. Until it ends, no process can make a version
   * visible or move its blob into place, so unreferenced digests stay unreferenced. Records the audit entries
   * that the work returns.
   * @throws RegistryError `storage_unavailable` if other writers take too long, and any error of the work.
   */
  whileUnreferenced(
    digests: readonly string[],
    work: (unreferenced: readonly string[]) => Promise<readonly AuditEntry[]>,
  ): Promise<void>;
}

/** A version with everything that is stored of it. */
export interface WholeVersion extends VersionFacts {
  /** Ascends in the order of insertion. */
  readonly id: number;
  readonly name: string;
  readonly version: string;
  readonly tags: readonly string[];
  readonly sourceManifest: Uint8Array;
  readonly readme: string | undefined;
  readonly publishedBy: string;
  readonly yank: YankMark | undefined;
}

/** A token with the digest of its secret, which is 32 bytes. */
export interface TokenWithDigest {
  readonly token: TokenRecord;
  readonly secretSha256: Uint8Array;
}

/** Complete versions and tokens, for moving a registry. */
export interface WholeVersionStore {
  /** The highest id of a version, including yanked ones; 0 if there is none. */
  findLastVersionId(): Promise<number>;
  /** At most `limit` versions after `afterId`, oldest first. */
  listWholeVersions(afterId: number, limit: number): Promise<WholeVersion[]>;
  findWholeVersion(name: string, version: Version): Promise<WholeVersion | undefined>;
  /** Every token, oldest first. */
  listTokensWithDigests(): Promise<TokenWithDigest[]>;
}
