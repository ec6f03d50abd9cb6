// Numbers in tar headers. Programs differ on unusual forms, so only those are accepted that packers write and
// all programs read.

import { isZero } from './block.ts';

/** The largest size in the eleven octal digits of a header: 8 GiB less one byte. */
export const MAX_OCTAL_SIZE_BYTES = 8 ** 11 - 1;
/** The largest user or group id: `uid_t` has 32 bits, and its last value means "no id" to `chown`. */
export const MAX_ID = 2 ** 32 - 2;
/** The largest distance of a time from 1970, in seconds: times of 12 decimal digits. */
const MAX_TIME_SECONDS = 10 ** 12 - 1;

const SPACE = 0x20;
const BASE_256 = 0x80;
const BASE_256_NEGATIVE = 0xff;

/**
 * Octal digits after any leading spaces, up to the field's end or followed by only NULs and spaces (POSIX
 * pax, "ustar Interchange Format"); undefined for anything else, and for a blank field.
 */
export function parseOctal(field: Uint8Array): number | undefined {
  let at = 0;
  while (field[at] === SPACE) at += 1;
  const firstDigit = at;
  let value = 0;
  for (let byte = field[at]; byte !== undefined && byte >= 0x30 && byte <= 0x37; byte = field[at]) {
    value = value * 8 + (byte - 0x30);
    at += 1;
  }
  return at > firstDigit && isBlank(field, at) ? value : undefined;
}

/**
 * The checksum of a header. Its digits must end within the field: some programs read on into the type flag.
 */
export function parseChecksum(field: Uint8Array): number | undefined {
  return isBlank(field, field.length - 1) ? parseOctal(field) : undefined;
}

/**
 * A size in bytes: in octal, or in the GNU base-256 form if octal cannot hold it. Undefined for anything
 * else, and for a number that is not a safe integer.
 */
export function parseSize(field: Uint8Array): number | undefined {
  if (field[0] !== BASE_256) return parseOctal(field);
  const value = findBase256(field);
  return value !== undefined && value > MAX_OCTAL_SIZE_BYTES ? value : undefined;
}

/** Whether all programs can read this mode or device number: octal, or all NULs. */
export function isReadableNumber(field: Uint8Array): boolean {
  return field[0] === 0 ? isZero(field) : parseOctal(field) !== undefined;
}

/** The same for a user or group id, which may also be a large number in base-256. */
export function isReadableId(field: Uint8Array): boolean {
  if (field[0] !== BASE_256) return isReadableNumber(field);
  const value = findBase256(field);
  return value !== undefined && value <= MAX_ID;
}

/** The same for a time, which may also be a large or negative number in base-256. */
export function isReadableTime(field: Uint8Array): boolean {
  if (field[0] !== BASE_256 && field[0] !== BASE_256_NEGATIVE) return isReadableNumber(field);
  const value = findBase256(field);
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

function isBlank(field: Uint8Array, start = 0): boolean {
  for (let at = start; at < field.length; at += 1) if (field[at] !== 0 && field[at] !== SPACE) return false;
  return true;
}
