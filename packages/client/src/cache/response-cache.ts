// A cache of JSON responses for conditional requests (RFC 9110, section 13.1.2). An entry is only used after
// the registry has revalidated it.
import { createSha256 } from '#sha256';

/** A cached response. */
export interface CachedResponse {
  /** The entity tag, with its quotes. */
  readonly etag: string;
  /** The body, as text. */
  readonly body: string;
}

/** A cache of responses. If it rejects, the client treats it as empty. */
export interface ResponseCache {
  /** The response under this key. A key is a URL and, if a token was sent, a hash of the token. */
  get(key: string): Promise<CachedResponse | undefined>;
  /** Stores a response, replacing an older one. */
  set(key: string, response: CachedResponse): Promise<void>;
}

const SHOWN_DIGITS = 16;

/**
 * The key of a URL for this token, or for no token: a private registry answers each token differently. The token itself
 * must not get into a cache, which may be on disk.
 */
export function cacheKey(url: string, token: string | undefined): string {
  if (token === undefined) return url;
  const hash = createSha256();
  hash.update(new TextEncoder().encode(token));
  // The URL of a request has no fragment, so this key collides with no other.
  return `${url}#token-${hash.digestHex().slice(0, SHOWN_DIGITS)}`;
}

/** The size limits of a {@link MemoryResponseCache}. */
export interface MemoryResponseCacheLimits {
  /** Most responses; 1,000 by default. */
  readonly maxEntries?: number;
  /** Total length of all bodies, in UTF-16 code units; 16 Mi by default. */
  readonly maxLength?: number;
}

/** An LRU cache in memory. */
export class MemoryResponseCache implements ResponseCache {
  // Least recently used first: a Map keeps the order in which keys were set.
  readonly #responses = new Map<string, CachedResponse>();
  readonly #maxEntries: number;
  readonly #maxLength: number;
  #length = 0;

  constructor({ maxEntries = 1000, maxLength = 16 * 1024 ** 2 }: MemoryResponseCacheLimits = {}) {
    this.#maxEntries = maxEntries;
    this.#maxLength = maxLength;
  }

  async get(key: string): Promise<CachedResponse | undefined> {
    const response = this.#responses.get(key);
    if (response === undefined) return undefined;
    this.#responses.delete(key);
    this.#responses.set(key, response);
    return response;
  }

  async set(key: string, response: CachedResponse): Promise<void> {
    this.#delete(key);
    this.#responses.set(key, response);
    this.#length += response.body.length;
    for (const oldest of this.#responses.keys()) {
      if (this.#responses.size <= this.#maxEntries && this.#length <= this.#maxLength) return;
      this.#delete(oldest);
    }
  }

  #delete(key: string): void {
    this.#length -= this.#responses.get(key)?.body.length ?? 0;
    this.#responses.delete(key);
  }
}
