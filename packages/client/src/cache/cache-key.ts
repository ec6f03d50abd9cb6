// The key of a cached response. A private registry answers each token differently, so tokens must not share
// entries. The token itself must not get into a cache, which may be on disk.
import { createSha256 } from '#sha256';

const SHOWN_DIGITS = 16;

/** The key of a URL for this token, or for no token. */
export function cacheKey(url: string, token: string | undefined): string {
  if (token === undefined) return url;
  const hash = createSha256();
  hash.update(new TextEncoder().encode(token));
  // The URL of a request has no fragment, so this key collides with no other.
  return `${url}#token-${hash.digestHex().slice(0, SHOWN_DIGITS)}`;
}
