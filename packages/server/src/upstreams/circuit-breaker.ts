// Spares everybody the wait for a registry that does not answer: for a moment it is not asked at all.

/** So many failures in a row are no coincidence. */
const FAILURES = 3;
// As long as clients are told to wait.
const PAUSE_MS = 5000;

/** Whether a registry is worth asking. */
export class CircuitBreaker {
  readonly #now: () => number;
  #failures = 0;
  #openUntilMs = 0;

  /** @param now - milliseconds that never go back */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Whether it failed so often and so recently that it would only be waited for in vain. */
  get isOpen(): boolean {
    return this.#now() < this.#openUntilMs;
  }

  /** After a pause, one more is enough for the next. */
  noteFailure(): void {
    this.#failures += 1;
    if (this.#failures >= FAILURES) this.#openUntilMs = this.#now() + PAUSE_MS;
  }

  noteAnswer(): void {
    this.#failures = 0;
    this.#openUntilMs = 0;
  }
}
