// Gives the memory of chunks back without waiting for a garbage collection. Chunks live outside the collected heap, which
// is why tens of megabytes of them gather before a collection is due: with a few transfers at once, most of what a
// process takes.

/**
 * Frees the memory of a chunk, which is empty from then on; does nothing a second time. For whoever is the last to use
 * it; a chunk that is part of a larger buffer is left to the garbage collection.
 */
export function releaseMemory(chunk: Uint8Array): void {
  const { buffer, byteLength } = chunk;
  const isWhole = buffer instanceof ArrayBuffer && buffer.byteLength === byteLength;
  if (isWhole && !buffer.detached) buffer.transfer(0);
}
