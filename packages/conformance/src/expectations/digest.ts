// The checksum of a tarball. The contract does not define its spelling, so all usual ones are accepted.
import { createHash } from 'node:crypto';

/**
 * The spelling in which the text is the SHA-256 of the bytes: hexadecimal in either case or base64, with or
 * without the prefix `sha256:` or `sha256-`. Undefined if it is not the digest in any of them.
 */
export function findDigestSpelling(text: string, bytes: Buffer): string | undefined {
  const digest = createHash('sha256').update(bytes).digest();
  const [, prefix = '', rest = ''] = /^(sha256[:-])?(.*)$/is.exec(text) ?? [];
  const after = prefix === '' ? '' : ` after "${prefix}"`;
  if (rest === digest.toString('hex')) return `hex${after}`;
  if (rest.toLowerCase() === digest.toString('hex')) return `upper-case hex${after}`;
  if (/^[\w+/-]{43}=?$/.test(rest) && Buffer.from(rest, 'base64').equals(digest)) return `base64${after}`;
  return undefined;
}

/** Size and digest of some bytes, for reports. */
export function describeBytes(bytes: Buffer): string {
  return `${bytes.length} bytes with SHA-256 ${createHash('sha256').update(bytes).digest('hex')}`;
}
