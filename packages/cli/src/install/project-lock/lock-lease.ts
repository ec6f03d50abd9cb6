// The lease of the project lock. A holder touches its file regularly. A waiting process watches the timestamp
// to detect that a holder is dead whose process it cannot check: on another host, in another container, or
// with a reused PID.

/** Interval at which a holder touches its file, in milliseconds. */
export const TOUCH_EVERY_MS = 3000;

/** A lock that was not touched for this long has expired, in milliseconds. */
const LEASE_MS = 60_000;
/**
 * Minimum time to watch a lock, in milliseconds: the clock of its holder may differ, or the machine was
 * asleep.
 */
const WATCH_MS = 10_000;

/** One observation of a lock. */
export interface LockSight {
  readonly fileName: string;
  /** When the file was touched, on the clock of its holder, in milliseconds since 1970. */
  readonly touchedMs: number;
  /** On our own clock, in milliseconds since 1970. */
  readonly nowMs: number;
  /** On a monotonic clock, in milliseconds. */
  readonly monotonicMs: number;
}

/** Watches one lock. */
export class LeaseWatch {
  #first: LockSight | undefined;

  /** Whether the lease of the observed holder has expired. */
  hasExpired(sight: LockSight): boolean {
    const { fileName, touchedMs, nowMs, monotonicMs } = sight;
    if (this.#first?.fileName !== fileName || this.#first.touchedMs !== touchedMs) this.#first = sight;
    const watchedMs = monotonicMs - this.#first.monotonicMs;
    return watchedMs >= (nowMs - touchedMs >= LEASE_MS ? WATCH_MS : LEASE_MS);
  }
}
