// Tarballs by digest. What is stored under a digest never changes, so storing it twice is harmless.

/** A range of bytes, both ends included. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/**
 * The bytes of a blob, in order. A chunk is valid only until the next is asked for, the last until the end is: its memory
 * is used again. Of a reading that is broken off, the chunk that was given last stays valid.
 */
export type BlobChunks = AsyncIterable<Uint8Array>;

/** A tarball on its way in. It is nowhere to be read until it is committed. */
export interface BlobUpload {
  /**
   * Takes one chunk; resolves when the next may come. Not to be called again before that. The chunk is the caller's again
   * when it resolves: an implementation that still needs its bytes has copied them.
   */
  write(chunk: Uint8Array): Promise<void>;
  /**
   * Does all of the work that can be done before the commit, so that this is quick. To be called once.
   * @param sha256 - the digest of what was written
   */
  finish(sha256: string): Promise<void>;
  /**
   * Makes it readable under its digest, durably: once this resolves, a power failure does not undo it. It takes seconds at
   * most, as locks are held meanwhile. One that failed may be repeated, or the upload discarded: at worst a blob is left that
   * no version needs.
   */
  commit(): Promise<void>;
  /** Ends it, whatever became of it: what was not committed is thrown away. Does nothing a second time. */
  discard(): Promise<void>;
}

/** Where the tarballs are. Every method fails with a RegistryError `storage_unavailable` when it cannot work. */
export interface BlobStore {
  createUpload(): Promise<BlobUpload>;
  /**
   * Opens a blob for reading, whole or in part. Whoever opens it reads it, or ends the iteration: both close it.
   * @param sizeBytes - what the metadata says of it; a blob that is missing or has another size is damaged, which is a
   *   failure of the registry and not an absence.
   */
  read(sha256: string, sizeBytes: number, range?: ByteRange): Promise<BlobChunks>;
  /** Answers when blobs can be written. */
  ping(): Promise<void>;
  /** Lets go of what is kept open for the next use. To be called last. */
  close(): Promise<void>;
}
