// Encoded data is wrapped, as at 64 or 76 columns: finds such lines and joins them.
import type { Run } from '@prime-registry/secret-scan';

/** A line that is shorter is a word; a token is longer, so that one of its parts is. */
const MIN_RUN = 16;
/** Most indentation, in bytes. */
const MAX_SPACE = 64;
/** Of the lines before and after a break, at most this much is kept, in bytes. */
const MAX_KEPT = 1024;

const LINE_FEED = 0x0a;
/** 1 for white space. */
const SPACES = tableOf(' \t\r');
/** 1 for characters of base64, in both alphabets. */
const ENCODED = tableOf('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/-_');

/** Whether a byte may be of encoded data. */
export function isEncodedByte(byte: number): boolean {
  return ENCODED[byte] === 1;
}

/**
 * The lines that look like wrapped data, joined; undefined if there are none.
 * @param runs - of at least 16 bytes of encoded data, in ascending order: such a line begins or ends with one
 */
export function joinWrappedLines(bytes: Buffer, runs: readonly Run[]): Buffer | undefined {
  const lines = new WrappedLines(bytes);
  for (const [begin, end] of runs) {
    lines.takeBreak(skipSpace(bytes, begin - 1, -1));
    lines.takeBreak(skipSpace(bytes, end, 1));
  }
  return lines.join();
}

class WrappedLines {
  readonly #bytes: Buffer;
  readonly #pieces: Buffer[] = [];
  #lastBreak = -1;
  /** Where the line begins that continues the one before, or -1. */
  #continued = -1;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  /** @param index - maybe of a line feed after the last one that was taken */
  takeBreak(index: number): void {
    if (index <= this.#lastBreak || this.#bytes[index] !== LINE_FEED) return;
    this.#take(index);
    while (this.#continued !== -1) {
      const next = this.#bytes.indexOf(LINE_FEED, this.#lastBreak + 1);
      if (next === -1) break;
      this.#take(next);
    }
  }

  join(): Buffer | undefined {
    this.#endContinued(this.#bytes.length);
    return this.#pieces.length === 0 ? undefined : Buffer.concat(this.#pieces);
  }

  #take(index: number): void {
    const bytes = this.#bytes;
    const end = findEnd(bytes, index);
    const next = end === -1 ? -1 : skipSpace(bytes, index + 1, 1);
    if (end !== -1 && isWrapped(bytes, end, next)) {
      this.#pieces.push(
        bytes.subarray(this.#continued === -1 ? this.#findStart(index, end) : this.#continued, end),
      );
      this.#continued = next;
    } else this.#endContinued(index + 1);
    this.#lastBreak = index;
  }

  /** The begin of the line, or of what is kept of it. */
  #findStart(index: number, end: number): number {
    const kept = Math.max(0, end - MAX_KEPT);
    return kept + this.#bytes.subarray(kept, index).lastIndexOf(LINE_FEED) + 1;
  }

  #endContinued(end: number): void {
    if (this.#continued === -1) return;
    this.#pieces.push(this.#bytes.subarray(this.#continued, Math.min(end, this.#continued + MAX_KEPT)));
    this.#continued = -1;
  }
}

/** The end of the data in the line that ends here; -1 if it does not end with any. */
function findEnd(bytes: Buffer, index: number): number {
  const last = bytes[index - 1] ?? 0;
  if (ENCODED[last] === 1) return index;
  return SPACES[last] === 1 ? skipSpace(bytes, index - 1, -1) + 1 : -1;
}

/** Whether the characters before `end` and from `next` on may be of the same data. */
function isWrapped(bytes: Buffer, end: number, next: number): boolean {
  const before = countEncoded(bytes, end - 1, -1);
  if (before === 0) return false;
  const after = countEncoded(bytes, next, 1);
  return after > 0 && Math.max(before, after) >= MIN_RUN;
}

function countEncoded(bytes: Buffer, start: number, step: 1 | -1): number {
  let count = 0;
  while (count < MIN_RUN && ENCODED[bytes[start + count * step] ?? 0] === 1) count += 1;
  return count;
}

function skipSpace(bytes: Buffer, start: number, step: 1 | -1): number {
  let index = start;
  const last = start + step * MAX_SPACE;
  while (index !== last && SPACES[bytes[index] ?? 0] === 1) index += step;
  return index;
}

function tableOf(characters: string): Uint8Array {
  const table = new Uint8Array(256);
  for (const byte of Buffer.from(characters)) table[byte] = 1;
  return table;
}
