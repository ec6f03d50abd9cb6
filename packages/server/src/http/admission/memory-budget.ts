// The memory that clients and upstreams can make the process hold: answers that wait to be read, downloads,
// uploads, pulls, and documents of upstreams. Past the budget, the newest request is refused instead of the
// process ending.
import type { Release } from '@prime-registry/concurrency';

/** No client network gets more than this part of the budget. */
const SHARE_OF_ONE = 0.5;

export class MemoryBudget {
  readonly #maxBytes: number;
  readonly #byKey = new Map<string, number>();
  #usedBytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** The bytes in use. */
  get usedBytes(): number {
    return this.#usedBytes;
  }

  /**
   * Takes bytes from the budget.
   * @param key - the client that makes the process hold them
   * @returns what returns them; undefined if there are not enough left for this client
   */
  take(key: string, bytes: number): Release | undefined {
    const own = this.#byKey.get(key) ?? 0;
    if (this.#usedBytes + bytes > this.#maxBytes || own + bytes > SHARE_OF_ONE * this.#maxBytes)
      return undefined;
    this.#usedBytes += bytes;
    this.#byKey.set(key, own + bytes);
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      this.#usedBytes -= bytes;
      const left = (this.#byKey.get(key) ?? bytes) - bytes;
      if (left === 0) this.#byKey.delete(key);
      else this.#byKey.set(key, left);
    };
  }
}
