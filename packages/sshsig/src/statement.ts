// What an author signs: a text of five lines that says all about a version that must not change.

/** What the signatures of versions are for (`ssh-keygen -Y sign -n`). Never `git`: that is for commits. */
export const PUBLISH_NAMESPACE = 'publish@prime-registry';

/** A version of a Prime. */
export interface StatedVersion {
  /** `@scope/name`. */
  readonly name: string;
  readonly version: string;
  /** SHA-256 of the tarball, 64 hexadecimal digits in lower case. */
  readonly sha256: string;
  /** SHA-256 of the bytes of the manifest, `pack.yaml`. */
  readonly manifestSha256: string;
}

/**
 * The text that is signed, as UTF-8. Each of its lines ends in a line feed, the last one, too.
 * @throws TypeError if a value is no word, which no valid name, version or digest is
 */
export function statementOf({ name, version, sha256, manifestSha256 }: StatedVersion): string {
  const fields = { name, version, sha256, 'manifest-sha256': manifestSha256 };
  const lines = Object.entries(fields).map(([field, value]) => {
    if (!/^[\x21-\x7e]+$/.test(value)) throw new TypeError(`the ${field} of a statement should be one word`);
    return `${field} ${value}\n`;
  });
  return `prime-statement/v1\n${lines.join('')}`;
}
