// Splits a stream of bytes into lines of bounded length.
import { isUtf8 } from 'node:buffer';

const LINE_FEED = 0x0a;
/** For a line that is not UTF-8: no message either. With replaced characters, it could be another one. */
const NOT_UTF8 = '\ufffd';

/** Collects chunks; a line that is too long is dropped, and what follows it is read again. */
export class LineSplitter {
  readonly #maxBytes: number;
  #parts: Buffer[] = [];
  #sizeBytes = 0;

  /** @param maxBytes - of a line, without its line feed */
  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** The lines that a chunk completes; undefined for one that is too long. */
  push(chunk: Buffer): (string | undefined)[] {
    const lines: (string | undefined)[] = [];
    let start = 0;
    for (let end = chunk.indexOf(LINE_FEED); end !== -1; end = chunk.indexOf(LINE_FEED, start)) {
      this.#keep(chunk.subarray(start, end));
      lines.push(this.#take());
      start = end + 1;
    }
    this.#keep(chunk.subarray(start));
    return lines;
  }

  /** The last line, if it has no line feed. */
  end(): (string | undefined)[] {
    return this.#sizeBytes === 0 ? [] : [this.#take()];
  }

  #keep(bytes: Buffer): void {
    this.#sizeBytes += bytes.length;
    if (this.#sizeBytes > this.#maxBytes) this.#parts = [];
    else if (bytes.length > 0) this.#parts.push(bytes);
  }

  #take(): string | undefined {
    const line = this.#sizeBytes > this.#maxBytes ? undefined : decode(Buffer.concat(this.#parts));
    this.#parts = [];
    this.#sizeBytes = 0;
    return line;
  }
}

function decode(bytes: Buffer): string {
  return isUtf8(bytes) ? bytes.toString('utf8') : NOT_UTF8;
}
