// The part of an upload that is in memory. It grows with what is written: most tarballs are small.

const FIRST_BYTES = 64 * 1024;

/** Up to so many bytes, in one piece. */
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

  /** What is in it; valid until it is emptied. */
  get bytes(): Uint8Array {
    return this.#buffer.subarray(0, this.#length);
  }

  /** Copies as much as there is room for. @returns how many bytes */
  append(chunk: Uint8Array): number {
    const taken = chunk.subarray(0, this.#maxBytes - this.#length);
    this.#grow(this.#length + taken.length);
    this.#buffer.set(taken, this.#length);
    this.#length += taken.length;
    return taken.length;
  }

  /** Empties it; the memory is used again. */
  clear(): void {
    this.#length = 0;
  }

  /** Empties it and lets go of the memory. */
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
