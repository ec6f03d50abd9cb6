// Encoded data is wrapped, as at 64 or 76 columns: finds such lines and joins them.

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

/** The lines that look like wrapped data, joined; undefined if there are none. */
export function joinWrappedLines(bytes: Buffer): Buffer | undefined {
  const pieces: Buffer[] = [];
  let lineStart = 0;
  /** Where the line begins that continues the one before, or -1. */
  let continued = -1;
  for (let index = findLineFeed(bytes, 0); index !== -1; index = findLineFeed(bytes, index + 1)) {
    const end = findEnd(bytes, index);
    const next = end === -1 ? -1 : skipSpace(bytes, index + 1, 1);
    if (end !== -1 && isWrapped(bytes, end, next)) {
      const start = continued === -1 ? Math.max(lineStart, end - MAX_KEPT) : continued;
      pieces.push(bytes.subarray(start, end));
      continued = next;
    } else if (continued !== -1) {
      pieces.push(bytes.subarray(continued, Math.min(index + 1, continued + MAX_KEPT)));
      continued = -1;
    }
    lineStart = index + 1;
  }
  if (pieces.length === 0) return undefined;
  if (continued !== -1) pieces.push(bytes.subarray(continued, continued + MAX_KEPT));
  return Buffer.concat(pieces);
}

/** Looks at the next bytes first: there may be a line feed at each. */
function findLineFeed(bytes: Buffer, start: number): number {
  const near = Math.min(bytes.length, start + MIN_RUN);
  for (let index = start; index < near; index += 1) {
    if (bytes[index] === LINE_FEED) return index;
  }
  return bytes.indexOf(LINE_FEED, near);
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
