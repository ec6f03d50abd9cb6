// The encodings in which a token can hide: base64, hexadecimal digits, UTF-16.

/** Bytes that only tokens begin with, in one spelling. */
export interface Spelling {
  readonly needle: Buffer;
  /** Most characters of a token in this spelling, white space included. */
  readonly length: number;
  /** The text that begins at the needle. White space, as of wrapped lines, is ignored. */
  readonly decode: (encoded: string) => string;
}

/** Base64 of 42 bytes are 56 characters; a line break, an indentation and a quote fit as well. */
const LENGTH_FACTOR = 3;

/** A search for a text of at most this length skips to its first byte, which is rare: the fastest one. */
const FAST_NEEDLE_LENGTH = 7;

/**
 * The encodings of texts that begin in the same way: base64 of UTF-8 and UTF-16, hexadecimal digits.
 * @param begin - how all of them begin
 * @param length - of the longest one
 */
export function spellEncoded(begin: string, length: number): Spelling[] {
  const narrow = Buffer.from(begin);
  // Without the byte before the first character or after the last one: in both byte orders.
  const wide = Buffer.from([...begin].join('\0'), 'latin1');
  return [
    ...spellBase64(narrow, LENGTH_FACTOR * length),
    ...spellBase64(wide, 2 * LENGTH_FACTOR * length),
    ...spellHexadecimal(narrow, LENGTH_FACTOR * length),
  ];
}

/** Base64 depends on the place of the first byte in a group of three: there are three spellings. */
function spellBase64(bytes: Buffer, length: number): Spelling[] {
  return [0, 1, 2].flatMap((before) => {
    const encoded = Buffer.concat([Buffer.alloc(before, 'x'), bytes]).toString('base64');
    // Characters before and after also depend on other bytes.
    const first = Math.ceil((before * 8) / 6);
    const end = Math.floor(((before + bytes.length) * 8) / 6);
    // In texts, capital letters are rarer.
    const from = /^[a-z][A-Z]/.test(encoded.slice(first)) ? first + 1 : first;
    const needle = encoded.slice(from, Math.min(end, from + FAST_NEEDLE_LENGTH));
    const decode = (text: string): string =>
      decodeLatin1(encoded.slice(0, from) + text, 'base64').slice(before);
    const alphabets = new Set([needle, needle.replaceAll('+', '-').replaceAll('/', '_')]);
    return [...alphabets].map((spelled) => ({ needle: Buffer.from(spelled), length, decode }));
  });
}

function spellHexadecimal(bytes: Buffer, length: number): Spelling[] {
  const lower = bytes.toString('hex').slice(0, FAST_NEEDLE_LENGTH);
  const decode = (text: string): string => decodeLatin1(text.replaceAll(/[\s:]+/g, ''), 'hex');
  return [...new Set([lower, lower.toUpperCase()])].map((digits) => ({
    needle: Buffer.from(digits),
    length,
    decode,
  }));
}

/** Node.js ignores white space in base64, and accepts both alphabets. */
function decodeLatin1(text: string, encoding: 'base64' | 'hex'): string {
  return Buffer.from(text, encoding).toString('latin1').replaceAll('\0', '');
}

/** Without NUL bytes, which makes text of UTF-16; undefined if there is none. */
export function findWideText(bytes: Buffer): Buffer | undefined {
  return hasWideText(bytes) ? withoutZeros(bytes) : undefined;
}

const SAMPLE_STEP_BYTES = 32;
const SAMPLE_BYTES = 8;

/** Whether there may be UTF-16 with the characters of a token: samples of its 83 bytes show it. */
function hasWideText(bytes: Buffer): boolean {
  const last = bytes.length - SAMPLE_BYTES;
  for (let start = 0; start <= last; start += SAMPLE_STEP_BYTES) {
    // Text without NUL bytes is skipped at once.
    const zero = bytes.indexOf(0, start);
    if (zero === -1) return false;
    start = Math.max(start, zero - (zero % SAMPLE_STEP_BYTES));
    for (; start <= last; start += SAMPLE_STEP_BYTES) {
      const [first, second] = [bytes[start] === 0, bytes[start + 1] === 0];
      // Decides most samples: one of the first two bytes is NUL, and only one.
      if (first !== second && isWide(bytes, start)) return true;
      if (!first && !second) break;
    }
  }
  return false;
}

/** Whether every other byte is NUL, and no other one: unlike the padding in an archive. */
function isWide(bytes: Buffer, start: number): boolean {
  const zeroPlace = bytes[start] === 0 ? 0 : 1;
  for (let place = 0; place < SAMPLE_BYTES; place += 1) {
    if ((bytes[start + place] === 0) !== (place % 2 === zeroPlace)) return false;
  }
  return true;
}

function withoutZeros(bytes: Buffer): Buffer {
  const kept = Buffer.allocUnsafe(bytes.length);
  let count = 0;
  for (let index = 0; index < bytes.length; index += 1) {
    const byte = bytes[index] ?? 0;
    if (byte !== 0) kept[count++] = byte;
  }
  return kept.subarray(0, count);
}
