// The path and the largest size of the manifest of a Prime.

/** Path of the manifest, at the root of the Prime. */
export const MANIFEST_PATH = 'pack.yaml';
/** Largest manifest, in bytes. */
export const MAX_MANIFEST_BYTES = 256 * 1024;

/** The problem with a file of this path and size, as the end of a sentence that starts with the path. */
export function findManifestProblem(path: string, sizeBytes: number): string | undefined {
  if (path !== MANIFEST_PATH || sizeBytes <= MAX_MANIFEST_BYTES) return undefined;
  return `is larger than ${MAX_MANIFEST_BYTES / 1024} KiB; shorten it`;
}
