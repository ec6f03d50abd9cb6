// Where the manifest of a Prime is, and how large it may be.

/** Path of the manifest, at the root of the Prime. */
export const MANIFEST_PATH = 'pack.yaml';
/** Largest manifest, in bytes. */
export const MAX_MANIFEST_BYTES = 256 * 1024;

/** What is wrong with a file at this path of this size, as the end of a sentence that begins with the path. */
export function findManifestProblem(path: string, sizeBytes: number): string | undefined {
  if (path !== MANIFEST_PATH || sizeBytes <= MAX_MANIFEST_BYTES) return undefined;
  return `is larger than ${MAX_MANIFEST_BYTES / 1024} KiB; shorten it`;
}
