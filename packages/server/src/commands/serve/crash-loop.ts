// The restart backoff of workers that die, and when to give up.

const HOPELESS_DEATHS = 5;
// Long enough for five starts on a slow machine.
const WITHIN_MS = 60_000;
const FIRST_PAUSE_MS = 50;

/** Detects a crash loop: workers that die again and again before they answer a request. */
export class CrashLoop {
  /** When workers died since the last answered request. */
  #deathsMs: number[] = [];

  /** Call when a worker has answered a request. */
  served(): void {
    this.#deathsMs = [];
  }

  /**
   * Call when a worker has died.
   * @param nowMs - of a monotonic clock, in milliseconds
   * @returns how long to wait before the worker is replaced, in milliseconds; undefined when 5 have died
   *   within a minute without an answered request in between
   */
  died(nowMs: number): number | undefined {
    this.#deathsMs = [...this.#deathsMs.filter((deathMs) => nowMs - deathMs < WITHIN_MS), nowMs];
    const deaths = this.#deathsMs.length;
    return deaths < HOPELESS_DEATHS ? FIRST_PAUSE_MS * 2 ** deaths : undefined;
  }
}
