// What the commands of operators ask of the store beside what requests do: which blobs versions need, and everything there is
// to know of every version.
import type { Version } from '@prime-registry/protocol';
import type { AuditEntry } from './audit-store.ts';
import type { TokenRecord } from './token-store.ts';
import type { VersionFacts, YankMark } from './version-store.ts';

/** A blob that versions need. */
export interface ReferencedBlob {
  readonly sha256: string;
  readonly sizeBytes: number;
}

/** The same, with how many versions need it. */
export interface CountedBlob extends ReferencedBlob {
  readonly versions: number;
}

/** A version by what people call it. */
export interface VersionLabel {
  readonly name: string;
  readonly version: string;
}

/** Which blobs are needed. */
export interface BlobReferences {
  /**
   * Blobs that versions need, by ascending digest, each once for every size that it is said to have.
   * @param from - the lowest digest to answer with, or a beginning of it
   * @param below - the digests from this one on are left out
   */
  listReferencedBlobs(from: string, below: string): Promise<CountedBlob[]>;
  /** The versions that need a blob. */
  listVersionsOfBlob(sha256: string): Promise<VersionLabel[]>;
  /**
   * Runs the work with those of the digests that no version needs. Until it is over no process can make a version visible
   * or put the blob of one in place, so that what is unreferenced stays it. What the work answers with is recorded.
   * @throws RegistryError `storage_unavailable` when others keep writing for too long, and whatever the work throws.
   */
  whileUnreferenced(
    digests: readonly string[],
    work: (unreferenced: readonly string[]) => Promise<readonly AuditEntry[]>,
  ): Promise<void>;
}

/** All that is stored of a version. */
export interface WholeVersion extends VersionFacts {
  /** Grows in the order in which versions came. */
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

/** Everything, for moving a registry. */
export interface WholeVersionStore {
  /** The highest id of a version, yanked ones included; 0 where there is none. */
  findLastVersionId(): Promise<number>;
  /** The versions behind `afterId`, oldest first, at most `limit`. */
  listWholeVersions(afterId: number, limit: number): Promise<WholeVersion[]>;
  findWholeVersion(name: string, version: Version): Promise<WholeVersion | undefined>;
  /** Every token, oldest first. */
  listTokensWithDigests(): Promise<TokenWithDigest[]>;
}
