// A program that reads archives, in batches: one process for many archives.
import type { Reading } from '../reading.ts';

/** An archive on disk. */
export interface ArchiveFile {
  /** Name in the folder of the batch; ends in `.tar` or `.tar.gz`. */
  readonly name: string;
}

/** One program. */
export interface Reader {
  /** Name and version. */
  readonly name: string;
  /** Whether it unpacks to disk, where order and repeated folders do not show. */
  readonly isTree: boolean;
  /**
   * Reads all archives of a folder, in which a file `names` lists them.
   * @returns One reading for each, in that order.
   */
  read(folder: string, files: readonly ArchiveFile[]): Promise<Reading[]>;
  /** Removes what it made. */
  close(): void;
}

/** A program that is missing on this machine, and why. */
export interface MissingReader {
  readonly name: string;
  readonly reason: string;
}
