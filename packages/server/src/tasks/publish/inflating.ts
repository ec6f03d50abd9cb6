// Unpacks one stream of compressed data off this thread. Damaged data ends it: what came before counts.
import type { Gunzip, InflateRaw } from 'node:zlib';

/** Unpacks one stream: {@link write}, until it has ended, then {@link close}. Calls must not overlap. */
export class Inflating {
  readonly #stream: Gunzip | InflateRaw;
  #hasEnded = false;
  #wake = () => {};

  /** @param onBytes - gets what was unpacked; @returns whether more is wanted */
  constructor(stream: Gunzip | InflateRaw, onBytes: (bytes: Uint8Array) => boolean) {
    this.#stream = stream;
    stream.on('data', (bytes: Uint8Array) => {
      if (!onBytes(bytes)) this.#end();
    });
    for (const event of ['error', 'end', 'close']) stream.on(event, () => this.#end());
  }

  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  /** @returns how many of the bytes belong to the stream, if it has ended */
  async write(bytes: Uint8Array): Promise<number> {
    const before = this.#stream.bytesWritten;
    await this.#run((done) => this.#stream.write(bytes, done));
    return this.#stream.bytesWritten - before;
  }

  /** Unpacks the rest, and frees the memory of zlib. */
  async close(): Promise<void> {
    await this.#run(() => this.#stream.end());
    this.discard();
  }

  /** Frees the memory of zlib; safe at any time. */
  discard(): void {
    this.#stream.destroy();
  }

  /** Runs one step; it also ends with the stream, because zlib never calls back then. */
  async #run(step: (done: () => void) => void): Promise<void> {
    if (this.#hasEnded) return;
    await new Promise<void>((resolve) => {
      this.#wake = resolve;
      step(resolve);
    });
  }

  #end(): void {
    this.#hasEnded = true;
    this.#wake();
  }
}
