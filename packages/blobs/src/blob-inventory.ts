// All blobs, for the commands that check and clean up: what exists, how old it is, and how to remove it.
import type { BlobChunks } from './blob-store.ts';
import type { MarkStore } from './mark-store.ts';

/** A stored blob or upload. */
export interface StoredFile {
  readonly sizeBytes: number;
  /** Time of its last write. Writing the same bytes again counts. */
  readonly touchedAtMs: number;
}

/** The content of one group: the blobs whose digests have the same beginning. */
export interface BlobGroup {
  /** Two hexadecimal digits. */
  readonly beginning: string;
  /** Digests, in ascending order. */
  readonly digests: readonly string[];
  /** Other things that are not blobs: their location, for people. */
  readonly strangers: readonly string[];
}

/** An upload that nobody will complete. */
export interface AbandonedUpload extends StoredFile {
  readonly name: string;
}

/** Every method fails with a RegistryError `storage_unavailable` if the storage cannot be read. */
export interface BlobInventory extends MarkStore {
  /**
   * All 256 groups, also empty ones, in ascending order. Each is as it was when it is returned, or slightly
   * earlier.
   */
  listGroups(): AsyncIterable<BlobGroup>;
  /** Things next to the groups. */
  listStrangers(): Promise<string[]>;
  /**
   * Finds a blob. Undefined only if the place of the blobs is there and the blob is not.
   * @throws RegistryError `storage_unavailable`; its cause is a BlobsAwayError if the place is missing
   */
  findBlob(sha256: string): Promise<StoredFile | undefined>;
  /** As in BlobStore. */
  read(sha256: string, sizeBytes: number): Promise<BlobChunks>;
  /**
   * Removes a blob. The caller must have made sure that no version needs it, now or later.
   * @param isDurable - whether a power failure must not bring it back; that takes a sync
   */
  removeBlob(sha256: string, isDurable?: boolean): Promise<void>;
  listAbandonedUploads(): Promise<AbandonedUpload[]>;
  removeUpload(name: string): Promise<void>;
}

/** The first two hexadecimal digits of all digests, in ascending order. */
export const BLOB_GROUPS: readonly string[] = Array.from({ length: 256 }, (_, number) =>
  number.toString(16).padStart(2, '0'),
);
