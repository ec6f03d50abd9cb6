// Remembers a bounded number of things for a while; the oldest go first.

/** Values by key, each until its time is over. */
export class ExpiringMap<T> {
  readonly #now: () => number;
  readonly #maxEntries: number;
  readonly #entries = new Map<string, { readonly value: T; readonly untilMs: number }>();

  /** @param now - milliseconds */
  constructor(now: () => number, maxEntries: number) {
    this.#now = now;
    this.#maxEntries = maxEntries;
  }

  get(key: string): T | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined || entry.untilMs > this.#now()) return entry?.value;
    this.#entries.delete(key);
    return undefined;
  }

  set(key: string, value: T, forMs: number): void {
    this.#entries.delete(key);
    this.#entries.set(key, { value, untilMs: this.#now() + forMs });
    for (const oldest of this.#entries.keys()) {
      if (this.#entries.size <= this.#maxEntries) return;
      this.#entries.delete(oldest);
    }
  }

  delete(key: string): void {
    this.#entries.delete(key);
  }
}
