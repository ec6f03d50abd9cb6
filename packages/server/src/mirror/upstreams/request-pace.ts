// How fast one registry is asked by somebody who has much to ask: so many requests a second, and none at all for as long as it says.
import { setTimeout as delay } from 'node:timers/promises';

/** What was lost by a timer that came late is made up for, as far as this goes. */
const CATCH_UP_MS = 50;

/** Time, for tests as well. */
export interface PaceClock {
  /** Milliseconds that never go back. */
  now(): number;
  /** @throws when the signal is aborted */
  sleep(forMs: number, signal: AbortSignal): Promise<void>;
}

const SYSTEM_CLOCK: PaceClock = {
  now: () => performance.now(),
  sleep: (forMs, signal) => delay(forMs, undefined, { signal }),
};

/** Everybody who asks the registry waits here for their turn. */
export class RequestPace {
  readonly #intervalMs: number;
  readonly #signal: AbortSignal;
  readonly #clock: PaceClock;
  #nextAtMs = 0;

  /**
   * @param perSecond - requests, above 0
   * @param signal - ends all waiting
   */
  constructor(perSecond: number, signal: AbortSignal, clock: PaceClock = SYSTEM_CLOCK) {
    this.#intervalMs = 1000 / perSecond;
    this.#signal = signal;
    this.#clock = clock;
  }

  /** Resolves when a request may be sent. @throws the reason of the signal, or an AbortError, when that is aborted */
  async turn(): Promise<void> {
    for (;;) {
      this.#signal.throwIfAborted();
      const waitMs = this.#nextAtMs - this.#clock.now();
      if (waitMs <= 0) break;
      await this.#clock.sleep(waitMs, this.#signal);
    }
    this.#nextAtMs = Math.max(this.#nextAtMs, this.#clock.now() - CATCH_UP_MS) + this.#intervalMs;
  }

  /** Lets nobody have a turn for so long from now on. */
  hold(forMs: number): void {
    this.#nextAtMs = Math.max(this.#nextAtMs, this.#clock.now() + forMs);
  }
}
