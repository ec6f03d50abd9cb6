// Conditional requests by entity tag (RFC 9110, sections 8.8.3 and 13).
import { hash } from 'node:crypto';

/** A strong entity tag for a body. */
export function entityTagOf(body: string | Uint8Array): string {
  return `"${hash('sha256', body, 'base64url').slice(0, 27)}"`;
}

/**
 * Whether an If-None-Match contains the tag, so that the answer is 304 (RFC 9110, section 13.1.2: weak
 * comparison, lists, and `*` for any).
 */
export function isNoneMatchFalse(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch === tag) return true;
  if (ifNoneMatch.trim() === '*') return true;
  const opaque = withoutWeakness(tag);
  // A comma inside another tag does no harm: neither half is a quoted string.
  return ifNoneMatch.split(',').some((listed) => withoutWeakness(listed.trim()) === opaque);
}

function withoutWeakness(tag: string): string {
  return tag.replace(/^W\//, '');
}

/**
 * Whether an If-Range allows a range: it must match the tag by strong comparison (RFC 9110, section 13.1.5).
 */
export function isRangeCurrent(ifRange: string | readonly string[] | undefined, tag: string): boolean {
  return ifRange === undefined || (typeof ifRange === 'string' && ifRange.trim() === tag);
}
