// Tokens of registries of Primes in base64, as in the header of a request or the secrets of a cluster.

/** The characters that replace those which depend on what is before the token. */
const LEADS: Readonly<Record<string, string>> = {
  // As `pri_` begins after no, one or two other bytes.
  cHJpX: '',
  ByaV: btoa('xp').slice(0, 2),
  wcmlf: btoa('xxp').slice(0, 3),
};
const TOKEN_LENGTH = 42;

/** How tokens begin in base64: one for each place in a group of three bytes. */
export const ENCODED_TOKEN_PREFIXES: readonly string[] = Object.keys(LEADS);

/** @param encoded - begins with one of {@link ENCODED_TOKEN_PREFIXES}, in either alphabet, with white space */
export function decodeToken(encoded: string): string {
  const [prefix = '', lead = ''] = Object.entries(LEADS).find(([begin]) => encoded.startsWith(begin)) ?? [];
  const digits = encoded.replaceAll(/\s/g, '').replaceAll('-', '+').replaceAll('_', '/');
  const whole = prefix === '' ? '' : `${lead}${digits}`;
  // A single digit at the end has no whole byte.
  const decoded = atob(whole.length % 4 === 1 ? whole.slice(0, -1) : whole);
  return decoded.slice(Math.max(0, lead.length - 1)).slice(0, TOKEN_LENGTH);
}
