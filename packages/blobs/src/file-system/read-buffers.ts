// Memory that blobs are read into, used again: to take and clear 128 KiB of the system for every download, and to collect
// it afterwards, costs more than to read a small one.

/** A block, in bytes: a system call costs little beside the copy, and hundreds of downloads at once have room. */
export const READ_BUFFER_BYTES = 128 * 1024;
/** How many blocks lie ready: 4 MiB. */
const MAX_IDLE = 32;

/** Blocks of {@link READ_BUFFER_BYTES}. */
export class ReadBuffers {
  readonly #idle: Buffer[] = [];

  /** Memory of this many bytes, at most a block; what is in it does not matter. */
  take(sizeBytes: number): Buffer {
    if (sizeBytes < READ_BUFFER_BYTES) return Buffer.allocUnsafeSlow(sizeBytes);
    return this.#idle.pop() ?? Buffer.allocUnsafeSlow(READ_BUFFER_BYTES);
  }

  /** Takes memory back that nobody reads any more, also not the system. What is in doubt is left to the collector. */
  giveBack(buffer: Buffer): void {
    if (buffer.length === READ_BUFFER_BYTES && this.#idle.length < MAX_IDLE) this.#idle.push(buffer);
  }
}
