// Tarballs by digest. The content of a digest never changes, so storing it twice is harmless.
import type { MarkStore } from './mark-store.ts';

/** A range of bytes, both ends included. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/**
 * The bytes of a blob, in order. A chunk is valid only until the next one is requested, the last one until
 * the end is: its memory is reused. If a reading is cancelled, the last chunk stays valid.
 */
export type BlobChunks = AsyncIterable<Uint8Array>;

/** A tarball on its way in. It cannot be read before it is committed. */
export interface BlobUpload {
  /**
   * Takes one chunk; resolves when it can take the next. Must not be called again before that. After it
   * resolves, the chunk belongs to the caller again: an implementation that still needs its bytes has copied
   * them.
   */
  write(chunk: Uint8Array): Promise<void>;
  /**
   * Does all the work that can be done before the commit, so that the commit is fast. Call it once.
   * @param sha256 - the digest of the written bytes
   */
  finish(sha256: string): Promise<void>;
  /**
   * Makes the blob readable under its digest, durably: once this resolves, a power failure does not undo it.
   * Takes seconds at most, because callers hold locks. After a failure it can be repeated, or the upload
   * discarded; the worst result is a blob that no version needs.
   */
  commit(): Promise<void>;
  /** Ends the upload in any state: what was not committed is removed. Does nothing a second time. */
  discard(): Promise<void>;
}

/** The tarballs. Every method fails with a RegistryError `storage_unavailable` if it cannot work. */
export interface BlobStore extends MarkStore {
  createUpload(): Promise<BlobUpload>;
  /**
   * Opens a blob for reading, whole or in part. The caller must read it to the end or end the iteration; both
   * close it.
   * @param sizeBytes - the size in the metadata. A missing blob or one of another size is damaged: a failure
   * of the registry, not an absence
   */
  read(sha256: string, sizeBytes: number, range?: ByteRange): Promise<BlobChunks>;
  /** Resolves if blobs can be written. */
  ping(): Promise<void>;
  /** Closes everything that is kept open for later use. Call it last. */
  close(): Promise<void>;
}
