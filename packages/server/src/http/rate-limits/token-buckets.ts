// Token buckets by key, in memory that is bounded. Of each bucket one number is kept: when it will be full again (the
// generic cell rate algorithm, ITU-T I.371). One that is full is no different from one that was never used.
import type { Rate } from '../../config/limits.ts';

/** What a bucket says. */
export interface BucketState {
  readonly isAllowed: boolean;
  /** Whole requests that are left. */
  readonly remaining: number;
  /** Until the bucket is full, in seconds, rounded up. */
  readonly fullInS: number;
  /** Until the next request is allowed, in seconds, rounded up; at least 1. */
  readonly retryAfterS: number;
}

/** About 100 bytes each. */
const MOST_BUCKETS = 100_000;
/** How many of the oldest are compared to find one to forget, when there are too many. */
const COMPARED = 16;
/** How many of the oldest are looked at for each new one while there is room. */
const SWEPT = 2;
/** Sums of fractions of a millisecond are not exact. */
const TOLERANCE_MS = 0.01;

/** Buckets that hold as many requests as the rate allows in its window, and fill at that pace. */
export class TokenBuckets {
  readonly #windowMs: number;
  readonly #intervalMs: number;
  readonly #now: () => number;
  readonly #mostBuckets: number;
  readonly #fullAtMs = new Map<string, number>();

  /** @param now - a clock in milliseconds that does not go back */
  constructor({ requests, windowS }: Rate, now: () => number, mostBuckets: number = MOST_BUCKETS) {
    this.#windowMs = windowS * 1000;
    this.#intervalMs = this.#windowMs / requests;
    this.#now = now;
    this.#mostBuckets = mostBuckets;
  }

  /** How many are in memory. */
  get size(): number {
    return this.#fullAtMs.size;
  }

  /** Takes a request out of the bucket, unless it is empty. */
  take(key: string): BucketState {
    const nowMs = this.#now();
    const state = this.#look(key, nowMs);
    if (!state.isAllowed) return state;
    if (!this.#fullAtMs.has(key)) this.#makeRoom(nowMs);
    const fullAtMs = Math.max(this.#fullAtMs.get(key) ?? nowMs, nowMs) + this.#intervalMs;
    this.#fullAtMs.set(key, fullAtMs);
    return this.#stateOf(fullAtMs, nowMs, true);
  }

  /** The same without taking anything. */
  look(key: string): BucketState {
    return this.#look(key, this.#now());
  }

  #look(key: string, nowMs: number): BucketState {
    const fullAtMs = this.#fullAtMs.get(key) ?? nowMs;
    return this.#stateOf(fullAtMs, nowMs, this.#missing(fullAtMs, nowMs) <= this.#windowMs);
  }

  /** What the bucket would lack after one more request, in milliseconds. */
  #missing(fullAtMs: number, nowMs: number): number {
    return Math.max(fullAtMs - nowMs, 0) + this.#intervalMs - TOLERANCE_MS;
  }

  #stateOf(fullAtMs: number, nowMs: number, isAllowed: boolean): BucketState {
    const lackingMs = Math.max(fullAtMs - nowMs, 0);
    return {
      isAllowed,
      remaining: Math.max(Math.floor((this.#windowMs - lackingMs + TOLERANCE_MS) / this.#intervalMs), 0),
      fullInS: Math.ceil((lackingMs - TOLERANCE_MS) / 1000),
      retryAfterS: Math.max(Math.ceil((this.#missing(fullAtMs, nowMs) - this.#windowMs) / 1000), 1),
    };
  }

  /**
   * Forgets buckets that are full. When there are too many others, the one of the oldest that lacks least goes: whoever has
   * emptied his cannot have it forgotten by filling the memory with others that were hardly used.
   */
  #makeRoom(nowMs: number): void {
    const isCrowded = this.#fullAtMs.size >= this.#mostBuckets;
    const oldest = this.#fullAtMs.entries().take(isCrowded ? COMPARED : SWEPT);
    let fullest: readonly [key: string, fullAtMs: number] | undefined;
    for (const entry of [...oldest]) {
      const [key, fullAtMs] = entry;
      this.#fullAtMs.delete(key);
      if (fullAtMs <= nowMs) continue;
      // The next time, others are looked at.
      this.#fullAtMs.set(key, fullAtMs);
      if (fullest === undefined || fullAtMs < fullest[1]) fullest = entry;
    }
    if (this.#fullAtMs.size >= this.#mostBuckets && fullest !== undefined) this.#fullAtMs.delete(fullest[0]);
  }
}
