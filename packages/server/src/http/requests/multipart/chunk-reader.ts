// Reads a stream of chunks up to delimiters. It never buffers more than a chunk and a delimiter.

/** Called with the size of each piece of a body before its reader gets it. An error that it throws ends the body. */
export type PieceListener = (sizeBytes: number) => void;

export class ChunkReader {
  readonly #source: AsyncIterator<Uint8Array>;
  readonly #unexpectedEnd: () => Error;
  #buffer: Buffer = Buffer.alloc(0);

  /** @param unexpectedEnd - creates the error for a stream that ends too early */
  constructor(source: AsyncIterable<Uint8Array>, unexpectedEnd: () => Error) {
    this.#source = source[Symbol.asyncIterator]();
    this.#unexpectedEnd = unexpectedEnd;
  }

  /** The next `sizeBytes` bytes, without consuming them. */
  async peek(sizeBytes: number): Promise<Buffer> {
    while (this.#buffer.length < sizeBytes) await this.#readMore();
    return this.#buffer.subarray(0, sizeBytes);
  }

  /**
   * Consumes everything up to the delimiter, and the delimiter, which is not returned.
   * @returns undefined if the delimiter is not within the first `maxBytes`
   */
  async takeUntil(delimiter: Buffer, maxBytes: number): Promise<Buffer | undefined> {
    let index = this.#buffer.indexOf(delimiter);
    while (index === -1) {
      if (this.#buffer.length >= maxBytes + delimiter.length) return undefined;
      await this.#readMore();
      index = this.#buffer.indexOf(delimiter);
    }
    if (index > maxBytes) return undefined;
    const taken = this.#takeBuffered(index);
    this.#takeBuffered(delimiter.length);
    return taken;
  }

  /** Yields everything up to the delimiter in pieces as they arrive, and consumes the delimiter. */
  async *streamUntil(delimiter: Buffer, onPiece?: PieceListener): AsyncGenerator<Buffer, void, undefined> {
    for (;;) {
      const index = this.#buffer.indexOf(delimiter);
      // Keeps back only what may be the beginning of the delimiter: to join it with the next chunk is a copy.
      const ready = index === -1 ? this.#buffer.length - countBegun(this.#buffer, delimiter) : index;
      const piece = this.#takeBuffered(ready);
      if (index !== -1) this.#takeBuffered(delimiter.length);
      if (piece.length > 0) {
        onPiece?.(piece.length);
        yield piece;
      }
      if (index !== -1) return;
      await this.#readMore();
    }
  }

  /** Consumes the rest. */
  async drain(): Promise<void> {
    this.#buffer = Buffer.alloc(0);
    while ((await this.#source.next()).done !== true);
  }

  /** Closes the source, wherever reading has stopped. */
  async close(): Promise<void> {
    await this.#source.return?.();
  }

  #takeBuffered(sizeBytes: number): Buffer {
    const taken = this.#buffer.subarray(0, sizeBytes);
    this.#buffer = this.#buffer.subarray(sizeBytes);
    return taken;
  }

  async #readMore(): Promise<void> {
    const { done, value } = await this.#source.next();
    if (done === true) throw this.#unexpectedEnd();
    this.#buffer =
      this.#buffer.length === 0
        ? Buffer.from(value.buffer, value.byteOffset, value.length)
        : Buffer.concat([this.#buffer, value]);
  }
}

/** How many bytes at the end of the buffer may be the beginning of the delimiter. */
function countBegun(buffer: Buffer, delimiter: Buffer): number {
  let length = Math.min(buffer.length, delimiter.length - 1);
  while (length > 0 && delimiter.compare(buffer, buffer.length - length, buffer.length, 0, length) !== 0) {
    length -= 1;
  }
  return length;
}
