// The checksum of a tarball. The contract does not say how it is spelt, so every usual spelling is taken.
import { createHash } from 'node:crypto';

/**
 * The spelling in which the text is the SHA-256 of the bytes: hexadecimal in either case or base64, alone or
 * behind `sha256:` or `sha256-`. Undefined when it is not their digest in any of them.
 */
export function findDigestSpelling(text: string, bytes: Buffer): string | undefined {
  const digest = createHash('sha256').update(bytes).digest();
  const [, prefix = '', rest = ''] = /^(sha256[:-])?(.*)$/is.exec(text) ?? [];
  const behind = prefix === '' ? '' : ` behind "${prefix}"`;
  if (rest === digest.toString('hex')) return `hex${behind}`;
  if (rest.toLowerCase() === digest.toString('hex')) return `upper-case hex${behind}`;
  if (/^[\w+/-]{43}=?$/.test(rest) && Buffer.from(rest, 'base64').equals(digest)) return `base64${behind}`;
  return undefined;
}

/** Size and digest of some bytes, to tell them from others in a report. */
export function describeBytes(bytes: Buffer): string {
  return `${bytes.length} bytes with SHA-256 ${createHash('sha256').update(bytes).digest('hex')}`;
}
