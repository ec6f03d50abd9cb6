// Token buckets by key, in bounded memory. Each bucket is one number: when it will be full again (generic
// cell rate algorithm, ITU-T I.371). A full bucket equals one that was never used.
import type { Rate } from '../../config/values/rate-setting.ts';

/** The state of a bucket. */
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
/** How many of the oldest buckets are compared to evict one, when there are too many. */
const COMPARED = 16;
/** How many of the oldest buckets are checked for each new one, while there is room. */
const SWEPT = 2;
/** Sums of fractions of a millisecond are not exact. */
const TOLERANCE_MS = 0.01;

/** Buckets that hold as many requests as the rate allows in its window, and refill at that rate. */
export class TokenBuckets {
  readonly #windowMs: number;
  readonly #intervalMs: number;
  readonly #now: () => number;
  readonly #mostBuckets: number;
  readonly #fullAtMs = new Map<string, number>();

  /** @param now - milliseconds of a monotonic clock */
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

  /** Takes a request from the bucket, unless it is empty. */
  take(key: string): BucketState {
    const nowMs = this.#now();
    const state = this.#look(key, nowMs);
    if (!state.isAllowed) return state;
    if (!this.#fullAtMs.has(key)) this.#makeRoom(nowMs);
    const fullAtMs = Math.max(this.#fullAtMs.get(key) ?? nowMs, nowMs) + this.#intervalMs;
    this.#fullAtMs.set(key, fullAtMs);
    return this.#stateOf(fullAtMs, nowMs, true);
  }

  /** The state without taking anything. */
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
   * Evicts full buckets. If there are too many others, evicts the fullest of the oldest: nobody gets rid of
   * an empty bucket by filling the memory with hardly used ones.
   */
  #makeRoom(nowMs: number): void {
    const isCrowded = this.#fullAtMs.size >= this.#mostBuckets;
    const oldest = this.#fullAtMs.entries().take(isCrowded ? COMPARED : SWEPT);
    let fullest: readonly [key: string, fullAtMs: number] | undefined;
    for (const entry of [...oldest]) {
      const [key, fullAtMs] = entry;
      this.#fullAtMs.delete(key);
      if (fullAtMs <= nowMs) continue;
      // So that the next call checks others.
      this.#fullAtMs.set(key, fullAtMs);
      if (fullest === undefined || fullAtMs < fullest[1]) fullest = entry;
    }
    if (this.#fullAtMs.size >= this.#mostBuckets && fullest !== undefined) this.#fullAtMs.delete(fullest[0]);
  }
}
