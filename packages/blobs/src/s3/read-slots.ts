// How many downloads read from the object store at a time. Clients may be slower than it for hours, so a place is lent: a
// download that waits for its client gives it up to one that could use it, and goes on where it was when it has another.

import { unavailable } from '../blob-errors.ts';

/** A place, held by one reading. */
export interface ReadSlot {
  /** The reading needs nothing until it says {@link resume}; the place may be taken away meanwhile. */
  pause(): void;
  resume(): void;
  /** Gives the place back. Does nothing a second time. */
  release(): void;
}

/** Bounds of the places. */
export interface ReadSlotLimits {
  readonly slots: number;
  /** How long a reading has to have paused before its place is taken, in milliseconds. */
  readonly patienceMs: number;
  /** How long a place is waited for, in milliseconds. */
  readonly waitMs: number;
}

/** 256 downloads at a time, for each worker. */
export const READ_SLOT_LIMITS: ReadSlotLimits = { slots: 256, patienceMs: 200, waitMs: 10_000 };

interface Waiting {
  readonly onTaken: () => void;
  readonly grant: (slot: ReadSlot) => void;
}

/** A fixed number of places. */
export class ReadSlots {
  readonly #limits: ReadSlotLimits;
  #free: number;
  readonly #waiting: Waiting[] = [];
  /** Those whose readings pause, the longest first: how to take them, and since when. */
  readonly #paused = new Map<ReadSlot, { readonly take: () => void; readonly sinceMs: number }>();

  constructor(limits: ReadSlotLimits = READ_SLOT_LIMITS) {
    this.#limits = limits;
    this.#free = limits.slots;
  }

  /**
   * Waits for a place, first come, first served.
   * @param onTaken - called when the place is taken away: the reading has to close its connection
   * @throws RegistryError `storage_unavailable` when there was none for too long
   */
  async take(onTaken: () => void): Promise<ReadSlot> {
    if (this.#free > 0) return this.#lend(onTaken);
    const { promise, resolve: grant, reject } = Promise.withResolvers<ReadSlot>();
    const waiting: Waiting = { onTaken, grant };
    this.#waiting.push(waiting);
    this.#reclaim();
    const watch = setInterval(() => this.#reclaim(), this.#limits.patienceMs);
    const timer = setTimeout(() => {
      this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
      const { slots, waitMs } = this.#limits;
      reject(
        unavailable(new Error(`all ${slots} downloads from the object store were busy for ${waitMs} ms`)),
      );
    }, this.#limits.waitMs);
    try {
      return await promise;
    } finally {
      clearInterval(watch);
      clearTimeout(timer);
    }
  }

  #lend(onTaken: () => void): ReadSlot {
    this.#free -= 1;
    let isHeld = true;
    const slot: ReadSlot = {
      pause: () => {
        if (isHeld) this.#paused.set(slot, { take, sinceMs: performance.now() });
      },
      resume: () => void this.#paused.delete(slot),
      release: () => {
        if (!isHeld) return;
        isHeld = false;
        this.#paused.delete(slot);
        this.#free += 1;
        const next = this.#waiting.shift();
        next?.grant(this.#lend(next.onTaken));
      },
    };
    const take = (): void => {
      onTaken();
      slot.release();
    };
    return slot;
  }

  /** Takes as many places as are waited for, from those who have paused longest. */
  #reclaim(): void {
    const beforeMs = performance.now() - this.#limits.patienceMs;
    for (const { take, sinceMs } of this.#paused.values()) {
      if (this.#waiting.length === 0 || sinceMs > beforeMs) return;
      take();
    }
  }
}
