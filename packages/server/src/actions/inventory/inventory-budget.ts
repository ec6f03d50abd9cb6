// The memory budget of the inventories of simultaneous publishes. An inventory is kept until its version is
// stored, and takes some ten bytes for each byte of its files. Without a bound, hundreds of large Primes at
// once would exhaust the memory of the process.
import { setTimeout as delay } from 'node:timers/promises';
import type { AtomShare } from '../../tasks/publish/tarball-reader.ts';

/** The size of the budget, in bytes of files, and how long a publish waits for its share. */
export interface InventoryBudgetLimits {
  readonly maxBytes: number;
  readonly patienceMs: number;
}

/** Some 40 Primes of 900 atoms at once. Nothing is read from the client while it waits. */
export const INVENTORY_LIMITS: InventoryBudgetLimits = { maxBytes: 64 * 2 ** 20, patienceMs: 10_000 };

/** This much is free for each publish, so that small ones never wait. */
const FREE_BYTES = 128 * 1024;

/** The share of one publish. */
export interface InventoryShare extends AtomShare {
  /** Returns the whole share. Idempotent. */
  release(): void;
}

/** The budget of one process. */
export class InventoryBudget {
  readonly #limits: InventoryBudgetLimits;
  #usedBytes = 0;
  #freed = Promise.withResolvers<void>();

  constructor(limits: InventoryBudgetLimits = INVENTORY_LIMITS) {
    this.#limits = limits;
  }

  /** Opens an empty share. */
  open(): InventoryShare {
    let ownBytes = 0;
    const shrink = (toBytes: number): void => {
      const less = ownBytes - Math.max(0, toBytes - FREE_BYTES);
      if (less <= 0) return;
      ownBytes -= less;
      this.#usedBytes -= less;
      this.#freed.resolve();
      this.#freed = Promise.withResolvers();
    };
    const growNow = (toBytes: number): boolean => {
      const more = Math.max(0, toBytes - FREE_BYTES) - ownBytes;
      if (more <= 0) return true;
      if (!this.#take(more)) return false;
      ownBytes += more;
      return true;
    };
    return {
      growNow,
      grow: async (toBytes) => growNow(toBytes) || (await this.#waitFor(() => growNow(toBytes))),
      shrink,
      release: () => shrink(0),
    };
  }

  /** A single publish gets what it wants: packages/atoms bounds that. */
  #take(bytes: number): boolean {
    if (this.#usedBytes > 0 && this.#usedBytes + bytes > this.#limits.maxBytes) return false;
    this.#usedBytes += bytes;
    return true;
  }

  /** @returns whether it was done in time */
  async #waitFor(attempt: () => boolean): Promise<boolean> {
    const giveUpAt = performance.now() + this.#limits.patienceMs;
    for (;;) {
      const leftMs = giveUpAt - performance.now();
      if (leftMs <= 0) return false;
      const timer = new AbortController();
      await Promise.race([
        this.#freed.promise,
        delay(leftMs, undefined, { signal: timer.signal }).catch(() => undefined),
      ]);
      timer.abort();
      if (attempt()) return true;
    }
  }
}
