// Where the contents of a tarball go while it is inspected, for those who want more than the report.

/**
 * Takes the files and folders of a tarball in the order of the archive, each after it was found good. Whether the
 * whole tarball is good is known only at the end of the inspection. What a sink throws ends the inspection, which
 * rejects with it.
 *
 * Paths are relative, with `/` between folders and none at the end. Folders that only a path implies are not named.
 */
export interface TarballSink {
  /** A folder entry, other than the root; may come again for the same folder. */
  onFolder(path: string): void;
  /** A file begins; {@link onContent} brings its bytes, then comes {@link onFileEnd}, also for an empty one. */
  onFile(path: string, sizeBytes: number): void;
  /** The next bytes of the latest file, valid only during the call. */
  onContent(bytes: Uint8Array): void;
  /** All bytes of the latest file were brought. */
  onFileEnd(): void;
}
