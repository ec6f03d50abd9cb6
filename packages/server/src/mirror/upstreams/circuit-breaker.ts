// Spares everybody the wait for a registry that does not answer: for a moment it is not asked at all.

/** So many failures in a row are no coincidence. */
const FAILURES = 3;
// As long as clients are told to wait.
const PAUSE_MS = 5000;

/** Whether a registry is worth asking. */
export class CircuitBreaker {
  readonly #now: () => number;
  readonly #pauseMs: number;
  #failures = 0;
  #openUntilMs = 0;

  /**
   * @param now - milliseconds that never go back
   * @param pauseMs - how long it is not asked; 0 for whoever waits in ways of their own
   */
  constructor(now: () => number = () => performance.now(), pauseMs: number = PAUSE_MS) {
    this.#now = now;
    this.#pauseMs = pauseMs;
  }

  /** Whether it failed so often and so recently that it would only be waited for in vain. */
  get isOpen(): boolean {
    return this.#now() < this.#openUntilMs;
  }

  /** After a pause, one more is enough for the next. */
  noteFailure(): void {
    this.#failures += 1;
    if (this.#failures >= FAILURES) this.#openUntilMs = this.#now() + this.#pauseMs;
  }

  noteAnswer(): void {
    this.#failures = 0;
    this.#openUntilMs = 0;
  }
}
