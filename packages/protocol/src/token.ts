// The format of access tokens: recognisable by secret scanners, random (32 base62 characters, 190 bits), and
// with a checksum, which distinguishes a typing error from an unknown token without a query to the store.

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const RANDOM_LENGTH = 32;
const CHECKSUM_LENGTH = 6;
const TOKEN = new RegExp(`^pri_[0-9A-Za-z]{${RANDOM_LENGTH + CHECKSUM_LENGTH}}$`);

/** The permissions of tokens; `admin` includes all others. */
export const PERMISSIONS = ['read', 'publish', 'yank', 'admin'] as const;

/** One of {@link PERMISSIONS}. */
export type Permission = (typeof PERMISSIONS)[number];

/** Generates a token from the platform's secure random source. */
export function generateToken(): string {
  let random = '';
  while (random.length < RANDOM_LENGTH) {
    for (const byte of crypto.getRandomValues(new Uint8Array(RANDOM_LENGTH))) {
      // 248 is the greatest multiple of 62 that fits a byte: larger values would make some characters more
      // frequent.
      if (byte < 248 && random.length < RANDOM_LENGTH) random += ALPHABET.charAt(byte % 62);
    }
  }
  return `pri_${random}${checksum(random)}`;
}

/** Whether the text has the form of a token and a valid checksum. The token may never have been issued. */
export function isTokenWellFormed(text: string): boolean {
  if (!TOKEN.test(text)) return false;
  const random = text.slice(4, 4 + RANDOM_LENGTH);
  return text.endsWith(checksum(random));
}

/** Whether the text contains a complete token. */
export function hasToken(text: string): boolean {
  if (!text.includes('pri_')) return false;
  return (text.match(/pri_[0-9A-Za-z]{38}/g) ?? []).some(isTokenWellFormed);
}

/** The text without anything that looks like a token, or like the start of one; in URLs as well. */
export function hideTokens(text: string): string {
  return text.replaceAll(/pri(?:_|%5f)[0-9a-z]{8,}/gi, 'pri_***');
}

function checksum(random: string): string {
  let rest = crc32(random);
  let digits = '';
  while (digits.length < CHECKSUM_LENGTH) {
    digits = ALPHABET.charAt(rest % 62) + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
}

// CRC-32 as in RFC 1952, section 8, bit by bit: 32 characters are not worth a table.
function crc32(ascii: string): number {
  let crc = 0xffffffff;
  for (let index = 0; index < ascii.length; index += 1) {
    crc ^= ascii.charCodeAt(index);
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return (crc ^ 0xffffffff) >>> 0;
}
