// Under which key an answer is kept. A private registry answers each token differently, so nobody may find what another
// token was answered; nor may the token itself get into a cache, which may be on disk.
import { createSha256 } from '#sha256';

const SHOWN_DIGITS = 16;

/** The key of an address for somebody with this token, or with none. */
export function cacheKey(url: string, token: string | undefined): string {
  if (token === undefined) return url;
  const hash = createSha256();
  hash.update(new TextEncoder().encode(token));
  // An address in a request has no fragment, so this is never the key of another one.
  return `${url}#token-${hash.digestHex().slice(0, SHOWN_DIGITS)}`;
}
