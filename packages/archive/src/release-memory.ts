// Frees the memory of chunks without waiting for the garbage collector. Chunks are outside the
// garbage-collected heap, so tens of megabytes of them accumulate before a collection: with a few concurrent
// transfers, that is most of a process's memory.

/**
 * Frees the memory of a chunk, which is empty afterwards; a second call does nothing. Only the last user of a
 * chunk may call it. A chunk that is part of a larger buffer is left to the garbage collector.
 */
export function releaseMemory(chunk: Uint8Array): void {
  const { buffer, byteLength } = chunk;
  const isWhole = buffer instanceof ArrayBuffer && buffer.byteLength === byteLength;
  if (isWhole && !buffer.detached) buffer.transfer(0);
}
