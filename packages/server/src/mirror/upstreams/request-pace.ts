// Paces requests to one upstream: a number of requests a second, and none while it asks for a pause.
import { setTimeout as delay } from 'node:timers/promises';

/** Late timers are compensated by up to this much. */
const CATCH_UP_MS = 50;

/** A clock, replaceable in tests. */
export interface PaceClock {
  /** Milliseconds of a monotonic clock. */
  now(): number;
  /** @throws when the signal is aborted */
  sleep(forMs: number, signal: AbortSignal): Promise<void>;
}

const SYSTEM_CLOCK: PaceClock = {
  now: () => performance.now(),
  sleep: (forMs, signal) => delay(forMs, undefined, { signal }),
};

/** All requests to the upstream wait here for their turn. */
export class RequestPace {
  readonly #intervalMs: number;
  readonly #signal: AbortSignal;
  readonly #clock: PaceClock;
  #nextAtMs = 0;

  /** @param perSecond - requests, above 0 @param signal - ends all waits */
  constructor(perSecond: number, signal: AbortSignal, clock: PaceClock = SYSTEM_CLOCK) {
    this.#intervalMs = 1000 / perSecond;
    this.#signal = signal;
    this.#clock = clock;
  }

  /**
   * Resolves when a request may be sent.
   * @throws the reason of the signal, or an AbortError, when the signal is aborted
   */
  async turn(): Promise<void> {
    for (;;) {
      this.#signal.throwIfAborted();
      const waitMs = this.#nextAtMs - this.#clock.now();
      if (waitMs <= 0) break;
      await this.#clock.sleep(waitMs, this.#signal);
    }
    this.#nextAtMs = Math.max(this.#nextAtMs, this.#clock.now() - CATCH_UP_MS) + this.#intervalMs;
  }

  /** Grants no turn for `forMs` milliseconds from now. */
  hold(forMs: number): void {
    this.#nextAtMs = Math.max(this.#nextAtMs, this.#clock.now() + forMs);
  }
}
