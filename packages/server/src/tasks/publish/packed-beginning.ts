// The beginning of a tarball, in one piece of memory: it may arrive in pieces of any size.

/** Below it, the memory doubles; above it, it has the largest size at once: each growth copies everything. */
const DOUBLED_BYTES = 64 * 1024;

/** Grows as needed, up to a limit. */
export class PackedBeginning {
  readonly #maxBytes: number;
  #bytes = new Uint8Array();
  #length = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get length(): number {
    return this.#length;
  }

  fits(chunk: Uint8Array): boolean {
    return this.#length + chunk.length <= this.#maxBytes;
  }

  /** Copies the chunk. @returns false if it does not fit: it was not added */
  add(chunk: Uint8Array): boolean {
    if (!this.fits(chunk)) return false;
    const length = this.#length + chunk.length;
    if (length > this.#bytes.length) {
      this.#bytes = new Uint8Array(this.#bytes.buffer.transfer(this.#grownTo(length)));
    }
    this.#bytes.set(chunk, this.#length);
    this.#length = length;
    return true;
  }

  #grownTo(length: number): number {
    if (this.#length === 0) return length;
    const doubled = length > DOUBLED_BYTES ? this.#maxBytes : 2 * this.#bytes.length;
    return Math.min(this.#maxBytes, Math.max(length, doubled));
  }

  /** What was added, until the next addition. */
  get bytes(): Uint8Array<ArrayBuffer> {
    return this.#bytes.subarray(0, this.#length);
  }

  /** What was added; it is forgotten here. */
  take(): Uint8Array<ArrayBuffer> {
    const { bytes } = this;
    this.release();
    return bytes;
  }

  /** Leaves the memory to the garbage collector, unless something else uses it. */
  release(): void {
    this.#bytes = new Uint8Array();
    this.#length = 0;
  }
}

/** Where the length of what it unpacks to is, from the end of a gzip file (RFC 1952, section 2.3.1). */
const SIZE_BYTES = 4;

/** The unpacked length of a gzip file of one member, as it states it: it may be wrong. */
export function statedSizeBytes(packed: Uint8Array): number {
  if (packed.length < SIZE_BYTES) return 0;
  const end = new DataView(packed.buffer, packed.byteOffset + packed.length - SIZE_BYTES, SIZE_BYTES);
  return end.getUint32(0, true);
}
