// How old an answer is that depends on another registry.
import type { MirroredListing } from '../mirror/lists/list-versions.ts';

/**
 * `Age` (RFC 9111, section 5.1) says how many seconds ago the other registry was heard, where that is known; `Cache-Status` (RFC 9211)
 * for how much longer the answer holds, below 0 for one that is overdue because that registry does not answer.
 */
export function freshnessHeaders({ origin, ageMs, freshForMs }: MirroredListing): Record<string, string> {
  if (origin === undefined) return {};
  const ttl = Math.floor(freshForMs / 1000);
  const detail = freshForMs > 0 ? '' : '; fwd=stale; detail="the registry behind this one does not answer"';
  return {
    ...(ageMs !== undefined && { Age: String(Math.floor(ageMs / 1000)) }),
    'Cache-Status': `prime-registry; hit; ttl=${ttl}${detail}`,
  };
}
