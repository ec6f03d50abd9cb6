// Numbers in tar headers. Readers differ on odd spellings, so only those that all of them agree on are taken.

/** The largest size that the eleven octal digits of a header can say: 8 GiB less one byte. */
export const MAX_OCTAL_SIZE_BYTES = 8 ** 11 - 1;

const SPACE = 0x20;
const BASE_256 = 0x80;
const BASE_256_NEGATIVE = 0xff;

/**
 * Octal digits after any leading spaces, up to the field's end or followed by only NULs and spaces (POSIX
 * pax, "ustar Interchange Format"); undefined when the field is anything else, or blank.
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

/** A size in bytes, in octal or in the GNU base-256 form for large ones; undefined when it is no safe integer. */
export function parseSize(field: Uint8Array): number | undefined {
  if (field[0] !== BASE_256) return parseOctal(field);
  let value = 0;
  for (const byte of field.subarray(1)) {
    value = value * 256 + byte;
    if (!Number.isSafeInteger(value)) return undefined;
  }
  return value;
}

/** Whether programs that use this field (mode, owner, time) can read it; it may be all NULs, or negative. */
export function isReadableNumber(field: Uint8Array): boolean {
  if (field[0] === BASE_256 || field[0] === BASE_256_NEGATIVE) return true;
  return field.every((byte) => byte === 0) || parseOctal(field) !== undefined;
}

function isBlank(field: Uint8Array): boolean {
  return field.every((byte) => byte === 0 || byte === SPACE);
}
