// Bounds how many downloads read from the object store at a time. Clients may be slow for hours, so a slot is
// lent: a download that waits for its client loses its slot to one that can use it, and resumes later with a
// new slot.
import { type Release, Semaphore, SemaphoreTimeoutError } from '@prime-registry/concurrency';
import { unavailable } from '../blob-errors.ts';

/** A slot, held by one reading. */
export interface ReadSlot {
  /** The reading needs nothing until it calls {@link resume}; the slot may be taken away in the meantime. */
  pause(): void;
  resume(): void;
  /** Returns the slot. Does nothing a second time. */
  release(): void;
}

/** Bounds of the slots. */
export interface ReadSlotLimits {
  readonly slots: number;
  /** How long a reading must have paused before its slot is taken away, in milliseconds. */
  readonly patienceMs: number;
  /** How long a download waits for a slot, in milliseconds. */
  readonly waitMs: number;
}

/** 256 downloads at a time, for each worker. */
export const READ_SLOT_LIMITS: ReadSlotLimits = { slots: 256, patienceMs: 200, waitMs: 10_000 };

/** A fixed number of slots. */
export class ReadSlots {
  readonly #limits: ReadSlotLimits;
  readonly #semaphore: Semaphore;
  /** The slots of paused readings, longest pause first: the callback that takes each away, and its start. */
  readonly #paused = new Map<ReadSlot, { readonly take: () => void; readonly sinceMs: number }>();

  constructor(limits: ReadSlotLimits = READ_SLOT_LIMITS) {
    this.#limits = limits;
    this.#semaphore = new Semaphore(limits.slots);
  }

  /**
   * Waits for a slot, first come, first served.
   * @param onTaken - called when the slot is taken away: the reading has to close its connection
   * @throws RegistryError `storage_unavailable` after a timeout
   */
  async take(onTaken: () => void): Promise<ReadSlot> {
    return this.#lend(this.#semaphore.tryAcquire() ?? (await this.#wait()), onTaken);
  }

  async #wait(): Promise<Release> {
    const { slots, patienceMs, waitMs } = this.#limits;
    const waiting = this.#semaphore.acquire(waitMs);
    this.#reclaim();
    const watch = setInterval(() => this.#reclaim(), patienceMs);
    try {
      return await waiting;
    } catch (error) {
      if (!(error instanceof SemaphoreTimeoutError)) throw error;
      throw unavailable(new Error(`all ${slots} downloads from the object store were busy for ${waitMs} ms`));
    } finally {
      clearInterval(watch);
    }
  }

  #lend(release: Release, onTaken: () => void): ReadSlot {
    let isHeld = true;
    const slot: ReadSlot = {
      pause: () => {
        if (isHeld) this.#paused.set(slot, { take, sinceMs: performance.now() });
      },
      resume: () => void this.#paused.delete(slot),
      release: () => {
        isHeld = false;
        this.#paused.delete(slot);
        release();
      },
    };
    const take = (): void => {
      onTaken();
      slot.release();
    };
    return slot;
  }

  /** Takes away as many slots as are waited for, from the readings that have paused longest. */
  #reclaim(): void {
    const beforeMs = performance.now() - this.#limits.patienceMs;
    for (const { take, sinceMs } of this.#paused.values()) {
      if (this.#semaphore.waiting === 0 || sinceMs > beforeMs) return;
      take();
    }
  }
}
