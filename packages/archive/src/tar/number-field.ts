// Numbers in tar headers. Programs differ on unusual forms, so only those are accepted that packers write and
// all programs read. A field is given by where it starts and ends in its header, because a header has a dozen.
import { isZero } from './block.ts';

/** The largest size in the eleven octal digits of a header: 8 GiB less one byte. */
export const MAX_OCTAL_SIZE_BYTES = 8 ** 11 - 1;
/** The largest user or group id: `uid_t` has 32 bits, and its last value means "no id" to `chown`. */
export const MAX_ID = 2 ** 32 - 2;
/** The largest distance of a time from 1970, in seconds: times of 12 decimal digits. */
const MAX_TIME_SECONDS = 10 ** 12 - 1;

const SPACE = 0x20;
const ZERO_DIGIT = 0x30;
const BASE_256 = 0x80;
const BASE_256_NEGATIVE = 0xff;

/**
 * Octal digits after any leading spaces, up to the field's end or followed by only NULs and spaces (POSIX
 * pax, "ustar Interchange Format"); undefined for anything else, and for a blank field.
 */
export function parseOctal(bytes: Uint8Array, start = 0, end = bytes.length): number | undefined {
  let at = start;
  while (at < end && bytes[at] === SPACE) at += 1;
  const firstDigit = at;
  let value = 0;
  for (; at < end; at += 1) {
    const digit = (bytes[at] ?? 0) - ZERO_DIGIT;
    if (digit < 0 || digit > 7) break;
    value = value * 8 + digit;
  }
  return at > firstDigit && isBlank(bytes, at, end) ? value : undefined;
}

/**
 * The checksum of a header. Its digits must end within the field: some programs read on into the type flag.
 */
export function parseChecksum(bytes: Uint8Array, start = 0, end = bytes.length): number | undefined {
  return isBlank(bytes, end - 1, end) ? parseOctal(bytes, start, end) : undefined;
}

/**
 * A size in bytes: in octal, or in the GNU base-256 form if octal cannot hold it. Undefined for anything
 * else, and for a number that is not a safe integer.
 */
export function parseSize(bytes: Uint8Array, start = 0, end = bytes.length): number | undefined {
  if (bytes[start] !== BASE_256) return parseOctal(bytes, start, end);
  const value = findBase256(bytes.subarray(start, end));
  return value !== undefined && value > MAX_OCTAL_SIZE_BYTES ? value : undefined;
}

/** Whether all programs can read this mode or device number: octal, or all NULs. */
export function isReadableNumber(bytes: Uint8Array, start = 0, end = bytes.length): boolean {
  return bytes[start] === 0 ? isZero(bytes, start, end) : parseOctal(bytes, start, end) !== undefined;
}

/** The same for a user or group id, which may also be a large number in base-256. */
export function isReadableId(bytes: Uint8Array, start = 0, end = bytes.length): boolean {
  if (bytes[start] !== BASE_256) return isReadableNumber(bytes, start, end);
  const value = findBase256(bytes.subarray(start, end));
  return value !== undefined && value <= MAX_ID;
}

/** The same for a time, which may also be a large or negative number in base-256. */
export function isReadableTime(bytes: Uint8Array, start = 0, end = bytes.length): boolean {
  const mark = bytes[start];
  if (mark !== BASE_256 && mark !== BASE_256_NEGATIVE) return isReadableNumber(bytes, start, end);
  const value = findBase256(bytes.subarray(start, end));
  return value !== undefined && Math.abs(value) <= MAX_TIME_SECONDS;
}

/**
 * The number after the mark of the base-256 form, in two's complement; undefined if it is not a safe integer.
 */
function findBase256(field: Uint8Array): number | undefined {
  let value = field[0] === BASE_256_NEGATIVE ? -1 : 0;
  for (const byte of field.subarray(1)) {
    value = value * 256 + byte;
    if (!Number.isSafeInteger(value)) return undefined;
  }
  return value;
}

function isBlank(bytes: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; at += 1) if (bytes[at] !== 0 && bytes[at] !== SPACE) return false;
  return true;
}
