// A holder of the lock touches its file as long as it runs. Whoever waits watches that, and so learns that a holder is gone
// of which nothing else is known: on another host, in another container, or with a number that has a new owner.

/** How often a holder touches its file, in milliseconds. */
export const TOUCH_EVERY_MS = 3000;

/** A lock that was not touched for so long is nobody's, in milliseconds. */
const LEASE_MS = 60_000;
/** Time to be seen touching it, in milliseconds, for a holder whose clock is another one, or that was asleep. */
const WATCH_MS = 10_000;

/** What is seen of a lock. */
export interface LockSight {
  readonly fileName: string;
  /** When the file was touched, by the clock of its holder, in milliseconds since 1970. */
  readonly touchedMs: number;
  /** By our own clock, in milliseconds since 1970. */
  readonly nowMs: number;
  /** From a clock that is never set, in milliseconds. */
  readonly monotonicMs: number;
}

/** Watches one lock. */
export class LeaseWatch {
  #first: LockSight | undefined;

  /** Whether the holder that is seen now has not touched its file for the time of a lease. */
  hasExpired(sight: LockSight): boolean {
    const { fileName, touchedMs, nowMs, monotonicMs } = sight;
    if (this.#first?.fileName !== fileName || this.#first.touchedMs !== touchedMs) this.#first = sight;
    const watchedMs = monotonicMs - this.#first.monotonicMs;
    return watchedMs >= (nowMs - touchedMs >= LEASE_MS ? WATCH_MS : LEASE_MS);
  }
}
