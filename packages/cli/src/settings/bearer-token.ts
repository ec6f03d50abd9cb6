// Tokens, as `prime` sends and stores them.

/** Tokens by base URL. */
export type Credentials = ReadonlyMap<string, string>;

/** Whether the text has the form of a bearer token (RFC 6750, section 2.1). */
export function isBearerToken(text: string): boolean {
  return /^[\w.~+/-]+=*$/.test(text);
}
