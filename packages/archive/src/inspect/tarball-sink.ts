// The interface for consumers of a tarball's contents during inspection.

/**
 * Gets the files and folders of a tarball in the order of the archive, each after its checks. Whether the
 * whole tarball is valid is known only at the end of the inspection. An error of a sink ends the inspection,
 * which rejects with it.
 *
 * Paths are relative, with `/` between folders and none at the end. Folders that only a path implies are not
 * passed.
 */
export interface TarballSink {
  /** Bytes of the gzip file, valid only during the call. */
  onPacked?(bytes: Uint8Array): void;
  /**
   * Bytes of the archive with everything that is in it: headers, pax records, padding. They are not checked
   * yet; the other calls for what is in them follow. Valid only during the call.
   */
  onArchive?(bytes: Uint8Array): void;
  /** A folder entry, other than the root; may be repeated for the same folder. */
  onFolder(path: string): void;
  /**
   * A file starts; {@link onContent} passes its bytes, then {@link onFileEnd} follows, even for an empty
   * file.
   */
  onFile(path: string, sizeBytes: number): void;
  /** The next bytes of the current file, valid only during the call. */
  onContent(bytes: Uint8Array): void;
  /** The current file is complete. */
  onFileEnd(): void;
}
