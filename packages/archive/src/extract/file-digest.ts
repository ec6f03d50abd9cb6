// What is remembered of each file of a tree, to compare trees without their contents.

/** One file of a tree. */
export interface FileDigest {
  /** Relative to the root of the tree, with `/` between folders. */
  path: string;
  /** Length of the contents in bytes. */
  sizeBytes: number;
  /** SHA-256 of the contents, 64 lower-case hexadecimal digits; {@link NO_DIGEST} where there is a `problem`. */
  sha256: string;
  /**
   * Why there is no digest, as the end of a sentence that begins with the path: `is a symbolic link; …`. Only in
   * listings of folders on disk, and never for a file that can be read.
   */
  problem?: string;
}

/**
 * Stands where a digest would, for what is no file. It is never a digest, so that a tree with such a thing in it has
 * neither a file nor a tree digest in common with a good one.
 */
export const NO_DIGEST = 'none';
