// The digest of a tarball as the contract carries it: SHA-256 in 64 lower-case hexadecimal digits.

/** Whether the text is a digest in the registry's one spelling. */
export function isSha256(text: string): boolean {
  return /^[0-9a-f]{64}$/.test(text);
}

/** The strong entity tag of a tarball, made of its digest (RFC 9110, section 8.8.3). */
export function tarballEtag(sha256: string): string {
  return `"sha256-${sha256}"`;
}
