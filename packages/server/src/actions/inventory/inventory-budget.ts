// The memory budget of the inventories of simultaneous publishes. An inventory is kept until its version is
// stored, and takes some ten bytes for each byte of its files. Without a bound, hundreds of large Primes at
// once would exhaust the memory of the process.
import { setTimeout as delay } from 'node:timers/promises';

/** The size of the budget, in bytes of files, and how long a publish waits for its share. */
export interface InventoryBudgetLimits {
  readonly maxBytes: number;
  readonly patienceMs: number;
}

/**
 * Some 40 Primes of 900 atoms at once. The wait is shorter than `stall-timeout`, because nothing is read from
 * the client in the meantime.
 */
export const INVENTORY_LIMITS: InventoryBudgetLimits = { maxBytes: 64 * 2 ** 20, patienceMs: 10_000 };

/** This much is free for each publish, so that small ones never wait. */
const FREE_BYTES = 128 * 1024;

/** The share of one publish. */
export interface InventoryShare {
  /**
   * Grows the share to `toBytes` in all, and waits until there is room.
   * @returns false after waiting too long: the publish must read no more atoms
   */
  grow(toBytes: number): Promise<boolean>;
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
    return {
      grow: async (toBytes) => {
        const more = Math.max(0, toBytes - FREE_BYTES) - ownBytes;
        if (more <= 0) return true;
        if (!(await this.#take(more))) return false;
        ownBytes += more;
        return true;
      },
      release: () => {
        this.#usedBytes -= ownBytes;
        ownBytes = 0;
        this.#freed.resolve();
        this.#freed = Promise.withResolvers();
      },
    };
  }

  async #take(bytes: number): Promise<boolean> {
    const { maxBytes, patienceMs } = this.#limits;
    const giveUpAt = performance.now() + patienceMs;
    // A single publish gets what it wants: packages/atoms bounds that.
    while (this.#usedBytes > 0 && this.#usedBytes + bytes > maxBytes) {
      const leftMs = giveUpAt - performance.now();
      if (leftMs <= 0) return false;
      const timer = new AbortController();
      await Promise.race([
        this.#freed.promise,
        delay(leftMs, undefined, { signal: timer.signal }).catch(() => undefined),
      ]);
      timer.abort();
    }
    this.#usedBytes += bytes;
    return true;
  }
}
