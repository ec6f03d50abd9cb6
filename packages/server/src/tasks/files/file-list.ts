// The list of files of a tarball, as pages show it.
import type { Picture } from './sniff-picture.ts';

/** A file of a tarball. */
export interface PackedFile {
  /** Relative to the root of the Prime, with `/` between folders. */
  readonly path: string;
  readonly sizeBytes: number;
  /** What it is, if it is a picture that pages show. */
  readonly picture?: Picture;
}

/** The files of a tarball. */
export interface FileList {
  /** By path, at most 5,000. */
  readonly files: readonly PackedFile[];
  /** The number of all. */
  readonly count: number;
  /** The size of all, unpacked. */
  readonly sizeBytes: number;
  /** The licence at its root; undefined if there is none, or none of at most 64 KiB. */
  readonly licence: { readonly path: string; readonly text: string } | undefined;
}
