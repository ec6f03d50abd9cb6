// The digest of a tarball on the wire: SHA-256 as 64 lower-case hexadecimal digits.

/** Whether the text is a digest in lower case. */
export function isSha256(text: string): boolean {
  return /^[0-9a-f]{64}$/.test(text);
}

/** The strong entity tag of a tarball, derived from its digest (RFC 9110, section 8.8.3). */
export function tarballEtag(sha256: string): string {
  return `"sha256-${sha256}"`;
}
