// Reads a stream of chunks as if it were one text, without ever holding more than a chunk and what is looked for.

/** The stream ended where more was expected. */
export class UnexpectedEnd extends Error {
  override readonly name = 'UnexpectedEnd';
}

export class ChunkReader {
  readonly #source: AsyncIterator<Uint8Array>;
  #buffer: Buffer = Buffer.alloc(0);

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  /** Takes exactly this many bytes. @throws UnexpectedEnd */
  async take(sizeBytes: number): Promise<Buffer> {
    while (this.#buffer.length < sizeBytes) await this.#readMore();
    return this.#takeBuffered(sizeBytes);
  }

  /**
   * Takes everything up to the delimiter, and the delimiter, which is not part of the answer.
   * @returns undefined when the delimiter is not within the first `maxBytes`.
   * @throws UnexpectedEnd
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

  /** Yields everything up to the delimiter, in pieces as they arrive, and takes the delimiter. @throws UnexpectedEnd */
  async *streamUntil(delimiter: Buffer): AsyncGenerator<Buffer, void, undefined> {
    for (;;) {
      const index = this.#buffer.indexOf(delimiter);
      // The last bytes may be the beginning of the delimiter: they are kept back.
      const ready = index === -1 ? this.#buffer.length - delimiter.length + 1 : index;
      const piece = this.#takeBuffered(Math.max(ready, 0));
      if (index !== -1) this.#takeBuffered(delimiter.length);
      if (piece.length > 0) yield piece;
      if (index !== -1) return;
      await this.#readMore();
    }
  }

  /** Reads what is left and forgets it. */
  async drain(): Promise<void> {
    this.#buffer = Buffer.alloc(0);
    while ((await this.#source.next()).done !== true);
  }

  #takeBuffered(sizeBytes: number): Buffer {
    const taken = this.#buffer.subarray(0, sizeBytes);
    this.#buffer = this.#buffer.subarray(sizeBytes);
    return taken;
  }

  async #readMore(): Promise<void> {
    const { done, value } = await this.#source.next();
    if (done === true) throw new UnexpectedEnd('the stream ended early');
    this.#buffer =
      this.#buffer.length === 0
        ? Buffer.from(value.buffer, value.byteOffset, value.length)
        : Buffer.concat([this.#buffer, value]);
  }
}
