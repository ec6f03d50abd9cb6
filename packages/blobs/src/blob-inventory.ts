// The blobs as a whole, for the commands that check and tidy up: what is there, how old it is, and how it goes away.
import type { BlobChunks } from './blob-store.ts';

/** A blob, or an upload, as it lies there. */
export interface StoredFile {
  readonly sizeBytes: number;
  /** When it was last put there or written to; to put the same bytes there again counts. */
  readonly touchedAtMs: number;
}

/** What lies where blobs whose digests have one beginning belong. */
export interface BlobGroup {
  /** Two hexadecimal digits. */
  readonly beginning: string;
  /** Digests, in ascending order. */
  readonly digests: readonly string[];
  /** Whatever else is there and is no blob: where it is, for people. */
  readonly strangers: readonly string[];
}

/** An upload that nobody is going to end. */
export interface AbandonedUpload extends StoredFile {
  readonly name: string;
}

/** Every method fails with a RegistryError `storage_unavailable` when it cannot tell. */
export interface BlobInventory {
  /** All 256 groups, empty ones as well, in ascending order. Each is as it was when it is given, or a little before. */
  listGroups(): AsyncIterable<BlobGroup>;
  /** Things beside the groups. */
  listStrangers(): Promise<string[]>;
  findBlob(sha256: string): Promise<StoredFile | undefined>;
  /** As in BlobStore. */
  read(sha256: string, sizeBytes: number): Promise<BlobChunks>;
  /** Removes a blob. Only for whoever has made sure that no version needs it, and none is going to. */
  removeBlob(sha256: string): Promise<void>;
  listAbandonedUploads(): Promise<AbandonedUpload[]>;
  removeUpload(name: string): Promise<void>;
}

/** The beginnings of all digests, two hexadecimal digits each, in ascending order. */
export const BLOB_GROUPS: readonly string[] = Array.from({ length: 256 }, (_, number) =>
  number.toString(16).padStart(2, '0'),
);
