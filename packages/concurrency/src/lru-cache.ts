// An LRU cache bounded by size, with TTL and single flight (decision 0023).
import { SingleFlight } from './single-flight.ts';

/** Bounds of a cache. */
export interface LruCacheOptions<Value> {
  /** Upper bound for the sum of the sizes of all values. */
  readonly maxSize: number;
  /** The size of a value. Without it every value has size 1, and `maxSize` is the number of entries. */
  readonly sizeOf?: (value: Value) => number;
  /** Time to live in milliseconds. Without it, entries stay until they are evicted. */
  readonly ttlMs?: number;
  /** The clock, in milliseconds. */
  readonly now?: () => number;
}

interface Entry<Value> {
  readonly value: Value;
  readonly size: number;
  readonly untilMs: number;
  readonly ttlMs: number;
}

/** Values by key. The least recently used entry is evicted first. */
export class LruCache<Value> {
  readonly #maxSize: number;
  readonly #sizeOf: (value: Value) => number;
  readonly #ttlMs: number;
  readonly #now: () => number;
  /** From the least to the most recently used: a Map keeps the order in which keys were set. */
  readonly #entries = new Map<string, Entry<Value>>();
  readonly #loads = new SingleFlight<Value>();
  #size = 0;

  constructor({ maxSize, sizeOf = () => 1, ttlMs = Infinity, now = Date.now }: LruCacheOptions<Value>) {
    this.#maxSize = maxSize;
    this.#sizeOf = sizeOf;
    this.#ttlMs = ttlMs;
    this.#now = now;
  }

  /** The cached value; undefined when there is none or its time to live is over. */
  get(key: string): Value | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    const leftMs = entry.untilMs - this.#now();
    // More is left than at first if the clock was set back: the age is unknown.
    if (leftMs <= 0 || leftMs > entry.ttlMs) {
      this.delete(key);
      return undefined;
    }
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry.value;
  }

  /**
   * Caches a value. One that is larger than the cache is not kept.
   * @param ttlMs - if this entry has another time to live than the others
   */
  set(key: string, value: Value, ttlMs: number = this.#ttlMs): void {
    this.#insert(key, value, { ttlMs, untilMs: this.#now() + ttlMs });
  }

  /** The keys, also of values whose time to live is over. */
  keys(): Iterable<string> {
    return this.#entries.keys();
  }

  delete(key: string): void {
    this.#size -= this.#entries.get(key)?.size ?? 0;
    this.#entries.delete(key);
  }

  /**
   * The cached or else the loaded value. Simultaneous callers share one load. A failed load is not cached.
   */
  async getOrLoad(key: string, load: () => Promise<Value>): Promise<Value> {
    const cached = this.get(key);
    if (cached !== undefined) return cached;
    return this.#loads.run(key, async () => {
      // A value is as old as the start of its load.
      const life = { ttlMs: this.#ttlMs, untilMs: this.#now() + this.#ttlMs };
      const value = await load();
      this.#insert(key, value, life);
      return value;
    });
  }

  #insert(key: string, value: Value, life: Pick<Entry<Value>, 'ttlMs' | 'untilMs'>): void {
    this.delete(key);
    const size = this.#sizeOf(value);
    if (size > this.#maxSize) return;
    this.#entries.set(key, { value, size, ...life });
    this.#size += size;
    for (const oldest of this.#entries.keys()) {
      if (this.#size <= this.#maxSize) return;
      this.delete(oldest);
    }
  }
}
