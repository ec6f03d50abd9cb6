// Reuses the memory that blobs are read into: allocating and clearing 128 KiB for every download, and
// collecting it afterwards, costs more than reading a small blob.

/**
 * Size of a block in bytes: large enough that system calls cost little compared with copying, and small
 * enough for hundreds of simultaneous downloads.
 */
export const READ_BUFFER_BYTES = 128 * 1024;
/** How many idle blocks are kept: 4 MiB. */
const MAX_IDLE = 32;

/** Blocks of {@link READ_BUFFER_BYTES}. */
export class ReadBuffers {
  readonly #idle: Buffer[] = [];

  /** Memory of this many bytes, at most a block, with arbitrary content. */
  take(sizeBytes: number): Buffer {
    if (sizeBytes < READ_BUFFER_BYTES) return Buffer.allocUnsafeSlow(sizeBytes);
    return this.#idle.pop() ?? Buffer.allocUnsafeSlow(READ_BUFFER_BYTES);
  }

  /**
   * Takes memory back that nobody reads any more, not even the system. If that is in doubt, leave it to the
   * garbage collector.
   */
  giveBack(buffer: Buffer): void {
    if (buffer.length === READ_BUFFER_BYTES && this.#idle.length < MAX_IDLE) this.#idle.push(buffer);
  }
}
