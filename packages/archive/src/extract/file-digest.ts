// The path, size and digest of a file, to compare trees without their contents.

export interface FileDigest {
  /** Relative to the root of the tree, with `/` between folders. */
  path: string;
  /** Length of the contents in bytes. */
  sizeBytes: number;
  /** SHA-256 of the contents, 64 lower-case hexadecimal digits; {@link NO_DIGEST} if there is a `problem`. */
  sha256: string;
  /**
   * Why there is no digest, as the end of a sentence that starts with the path: `is a symbolic link; …`. Only
   * in listings of folders on disk, and never for a readable file.
   */
  problem?: string;
}

/**
 * The placeholder for anything that is not a file. It is not a valid digest, so a tree that contains one
 * never has the same tree digest as a valid tree.
 */
export const NO_DIGEST = 'none';
