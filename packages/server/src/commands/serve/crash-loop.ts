// How soon a worker that died is replaced, and when there is no point in it any more.

const HOPELESS_DEATHS = 5;
// Long enough for five starts on a slow machine.
const WITHIN_MS = 60_000;
const FIRST_PAUSE_MS = 50;

/** Tells accidents, after which requests are answered again, from a fault that every new worker has. */
export class CrashLoop {
  /** When workers died since one answered a request. */
  #deathsMs: number[] = [];

  /** A worker has answered a request. */
  served(): void {
    this.#deathsMs = [];
  }

  /**
   * A worker has died.
   * @param nowMs - on a clock that only goes forward, in milliseconds
   * @returns how long to wait before it is replaced, in milliseconds; undefined when 5 have died within a minute and
   *   nothing was answered in between.
   */
  died(nowMs: number): number | undefined {
    this.#deathsMs = [...this.#deathsMs.filter((deathMs) => nowMs - deathMs < WITHIN_MS), nowMs];
    const deaths = this.#deathsMs.length;
    return deaths < HOPELESS_DEATHS ? FIRST_PAUSE_MS * 2 ** deaths : undefined;
  }
}
