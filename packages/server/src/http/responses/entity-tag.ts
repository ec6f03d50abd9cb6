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
  const opaque = tag.startsWith('W/') ? tag.slice(2) : tag;
  // A list can have thousands of tags: it is searched, not split.
  let at = ifNoneMatch.indexOf(opaque);
  while (at !== -1 && !isListed(ifNoneMatch, at, at + opaque.length))
    at = ifNoneMatch.indexOf(opaque, at + 1);
  return at !== -1 || ifNoneMatch.trim() === '*';
}

/** Whether a list has an element there, strong or weak. A comma inside another tag does no harm: it ends no string. */
function isListed(list: string, start: number, end: number): boolean {
  const isWeak = list.startsWith('W/', start - 2);
  const before = list.slice(0, isWeak ? start - 2 : start).trimEnd();
  const behind = list.slice(end).trimStart();
  return (before === '' || before.endsWith(',')) && (behind === '' || behind.startsWith(','));
}

/**
 * Whether an If-Range allows a range: it must match the tag by strong comparison (RFC 9110, section 13.1.5).
 */
export function isRangeCurrent(ifRange: string | readonly string[] | undefined, tag: string): boolean {
  return ifRange === undefined || (typeof ifRange === 'string' && ifRange.trim() === tag);
}
