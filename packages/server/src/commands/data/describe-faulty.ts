// Describes blobs that could not be copied.
import type { FaultyBlob } from '../../backup/copy-blobs.ts';

/** A line for each blob, and what to do. */
export function describeFaulty(faulty: readonly FaultyBlob[]): string[] {
  if (faulty.length === 0) return [];
  return [
    ...faulty.map(({ sha256, reason }) => `prime-registry: tarball ${sha256} ${reason}`),
    "prime-registry: these were left out; 'prime-registry verify' says which versions need them",
  ];
}
