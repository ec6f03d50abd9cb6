// Where tarballs are, for whoever looks at them past the registry.

/** A tarball, by the name of its file or its key. */
export interface StoredBlob {
  readonly name: string;
  read(): AsyncIterable<Uint8Array>;
}

export interface BlobPlace {
  listBlobs(): Promise<StoredBlob[]>;
  /** Names of what is being uploaded; undefined where what killed processes leave stays for long. */
  listUploads(): Promise<string[]> | undefined;
}
