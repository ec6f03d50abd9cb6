// The part of an upload that is in memory. It grows with the written bytes, because most tarballs are small.

const FIRST_BYTES = 64 * 1024;

/** Holds up to this many bytes, contiguously. */
export class PartBuffer {
  readonly #maxBytes: number;
  #buffer = Buffer.alloc(0);
  #length = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get isFull(): boolean {
    return this.#length === this.#maxBytes;
  }

  /** Its content; valid until it is cleared. */
  get bytes(): Uint8Array {
    return this.#buffer.subarray(0, this.#length);
  }

  /** Copies as many bytes as fit. @returns how many */
  append(chunk: Uint8Array): number {
    const taken = chunk.subarray(0, this.#maxBytes - this.#length);
    this.#grow(this.#length + taken.length);
    this.#buffer.set(taken, this.#length);
    this.#length += taken.length;
    return taken.length;
  }

  /** Empties it; the memory is reused. */
  clear(): void {
    this.#length = 0;
  }

  /** Empties it and frees the memory. */
  free(): void {
    this.#buffer = Buffer.alloc(0);
    this.#length = 0;
  }

  #grow(neededBytes: number): void {
    if (neededBytes <= this.#buffer.length) return;
    let size = Math.max(FIRST_BYTES, this.#buffer.length);
    while (size < neededBytes) size *= 2;
    const grown = Buffer.allocUnsafeSlow(Math.min(size, this.#maxBytes));
    grown.set(this.bytes);
    this.#buffer = grown;
  }
}
