// Bounds the memory that the atoms of publishes take together. What is read of a tarball is kept until its version is stored, some ten
// bytes for each byte of its files: hundreds of large Primes at once, made for the purpose, would be the end of the process.
import { setTimeout as delay } from 'node:timers/promises';

/** What all publishes of a process may read together, in bytes of files, and how long one waits for its part of it. */
export interface InventoryBudgetLimits {
  readonly maxBytes: number;
  readonly patienceMs: number;
}

/** Some 40 Primes of 900 atoms at once. Less than `stall-timeout`, as nothing is read of the sender meanwhile. */
const DEFAULT_LIMITS: InventoryBudgetLimits = { maxBytes: 64 * 2 ** 20, patienceMs: 10_000 };

/** So much is free to each publish: the many small ones never wait. */
const FREE_BYTES = 128 * 1024;

/** The part of one publish. */
export interface InventoryShare {
  /**
   * Sees to it that there is room for so many bytes in all, and waits for that if it has to.
   * @returns false when there was none for too long: nothing more is to be read
   */
  grow(toBytes: number): Promise<boolean>;
  /** Gives all of it back; does nothing a second time. */
  release(): void;
}

/** The memory of a process. */
export class InventoryBudget {
  readonly #limits: InventoryBudgetLimits;
  #usedBytes = 0;
  #freed = Promise.withResolvers<void>();

  constructor(limits: InventoryBudgetLimits = DEFAULT_LIMITS) {
    this.#limits = limits;
  }

  /** A part that has nothing yet. */
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
    // Whoever is alone gets what it wants: packages/atoms bounds that.
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
