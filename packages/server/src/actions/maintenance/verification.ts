// What a verification finds.
import type { VersionLabel } from '@prime-registry/store';
import type { MissingVersions } from '../lost-versions/compare-mark.ts';
import type { BlobFault } from '../tarballs/read-checked.ts';

/** A defect, or something superfluous. */
export type Finding =
  | { readonly kind: 'database'; readonly message: string }
  /** The mark of the last publishes is damaged. */
  | { readonly kind: 'mark'; readonly message: string }
  | {
      readonly kind: BlobFault;
      readonly sha256: string;
      readonly message: string;
      /** The versions that cannot be installed. */
      readonly versions: readonly VersionLabel[];
    }
  /** No version references it: it takes space and does no harm. */
  | {
      readonly kind: 'unreferenced';
      readonly sha256: string;
      readonly sizeBytes: number;
      /** The removed versions whose tarball it is: its removal was interrupted. */
      readonly removed?: readonly VersionLabel[] | undefined;
    }
  /** A file among the blobs that is not a blob. */
  | { readonly kind: 'stranger'; readonly path: string };

export interface Verification {
  readonly versions: number;
  readonly blobs: number;
  readonly blobBytes: number;
  /** Findings that need action. */
  readonly faults: number;
  readonly unreferenced: number;
  readonly unreferencedBytes: number;
  /** Published versions that the database lacks; undefined if none is known. */
  readonly missing: MissingVersions | undefined;
}
