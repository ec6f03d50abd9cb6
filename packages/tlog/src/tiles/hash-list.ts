// Hashes one after the other, without separators: the form of a tile, and a short one of an edge.
import { TlogError } from '../tlog-error.ts';
import { HASH_BYTES, type Hash } from '../tree/hash.ts';

/** Hashes as bytes. */
export function encodeHashes(hashes: readonly Hash[]): Uint8Array {
  const bytes = new Uint8Array(hashes.length * HASH_BYTES);
  hashes.forEach((hash, index) => {
    bytes.set(hash, index * HASH_BYTES);
  });
  return bytes;
}

/**
 * Bytes as hashes, which are views of these bytes.
 * @throws {TlogError} The length is no multiple of 32.
 */
export function decodeHashes(bytes: Uint8Array): Hash[] {
  if (bytes.length % HASH_BYTES !== 0) {
    throw new TlogError(`hashes of 32 bytes cannot have ${bytes.length} bytes together`);
  }
  return Array.from({ length: bytes.length / HASH_BYTES }, (_, index) =>
    bytes.subarray(index * HASH_BYTES, (index + 1) * HASH_BYTES),
  );
}
