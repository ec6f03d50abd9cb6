// Numbers in tar headers. Programs differ on unusual forms, so only those with one meaning are accepted.

/** The largest size in the eleven octal digits of a header: 8 GiB less one byte. */
export const MAX_OCTAL_SIZE_BYTES = 8 ** 11 - 1;

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
  return at > firstDigit && isBlank(field.subarray(at)) ? value : undefined;
}

/**
 * A size in bytes, in octal or, for large ones, in the GNU base-256 form; undefined if it is not a safe
 * integer.
 */
export function parseSize(field: Uint8Array): number | undefined {
  if (field[0] !== BASE_256) return parseOctal(field);
  let value = 0;
  for (const byte of field.subarray(1)) {
    value = value * 256 + byte;
    if (!Number.isSafeInteger(value)) return undefined;
  }
  return value;
}

/** Whether all programs can read this field (mode, owner, time); it may be all NULs, or negative. */
export function isReadableNumber(field: Uint8Array): boolean {
  if (field[0] === BASE_256 || field[0] === BASE_256_NEGATIVE) return true;
  return field.every((byte) => byte === 0) || parseOctal(field) !== undefined;
}

function isBlank(field: Uint8Array): boolean {
  return field.every((byte) => byte === 0 || byte === SPACE);
}
