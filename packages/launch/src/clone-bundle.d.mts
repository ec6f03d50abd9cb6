// The types of clone-bundle.mjs.

/** A file that a bundle was made from, or that is in it. */
export type RecordedFile = readonly [
  /** Its path in the clone, with `/`. */
  path: string,
  sizeBytes: number,
  /** When its content or its name was changed last, in milliseconds since the epoch (ctime). */
  changedMs: number,
  /** When its content was written last, or what a program has set (mtime). */
  modifiedMs: number,
  /** The SHA-256 of its content, in Base64 for URLs. */
  digest: string,
];

/** What is known of the bundle of a program. */
export interface BundleRecord {
  /** The name of the folder with the bundles of all programs. */
  readonly folder: string;
  readonly files: readonly RecordedFile[];
}

export const BUNDLES: string;
export function importBundle(program: string): Promise<unknown> | undefined;
export function findBundle(program: string, clone?: string): string | undefined;
