// JSON answers that were read before, for conditional requests (RFC 9110, section 13.1.2). What is in here is only used
// after the registry has said that it still holds.

/** An answer as it was. */
export interface CachedResponse {
  /** The entity tag, with its quotes. */
  readonly etag: string;
  /** The body, as text. */
  readonly body: string;
}

/** Keeps answers. One that rejects is taken for one that holds nothing. */
export interface ResponseCache {
  /** The answer that was kept under this key. A key is an address and, where a token was sent, a hash of the token. */
  get(key: string): Promise<CachedResponse | undefined>;
  /** Keeps an answer, in place of an older one. */
  set(key: string, response: CachedResponse): Promise<void>;
}

/** How much a {@link MemoryResponseCache} keeps. */
export interface MemoryResponseCacheLimits {
  /** Most answers; 1,000 when left out. */
  readonly maxEntries?: number;
  /** Most text in all of them, in UTF-16 code units; 16 Mi when left out. */
  readonly maxLength?: number;
}

/** Keeps answers in memory; what was not used for longest goes first. */
export class MemoryResponseCache implements ResponseCache {
  // In the order of their last use: a Map keeps the order in which keys were set.
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
