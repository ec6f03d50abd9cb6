// Headers that say how fresh an answer is that depends on an upstream.
import type { MirroredListing } from '../../mirror/lists/list-versions.ts';

/**
 * `Age` (RFC 9111, section 5.1) is the seconds since the upstream last confirmed the answer, if known.
 * `Cache-Status` (RFC 9211) says how long the answer stays fresh; below 0 it is stale because the upstream
 * does not answer.
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
