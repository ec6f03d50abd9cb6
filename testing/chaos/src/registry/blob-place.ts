// Direct access to the stored tarballs, without the registry.

/** A tarball, named by its file or key. */
export interface StoredBlob {
  readonly name: string;
  read(): AsyncIterable<Uint8Array>;
}

export interface BlobPlace {
  listBlobs(): Promise<StoredBlob[]>;
  /** Names of uploads in progress. undefined if the uploads of killed processes stay for long. */
  listUploads(): Promise<string[]> | undefined;
}
