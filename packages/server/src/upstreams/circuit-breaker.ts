// Spares everybody the wait for a registry that has just not answered: for a moment it is not asked at all.

// As long as clients are told to wait.
const PAUSE_MS = 5000;

/** Whether a registry is worth asking. */
export class CircuitBreaker {
  readonly #now: () => number;
  #openUntilMs = 0;

  /** @param now - milliseconds that never go back */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Whether it failed so recently that it would only be waited for in vain. */
  get isOpen(): boolean {
    return this.#now() < this.#openUntilMs;
  }

  noteFailure(): void {
    this.#openUntilMs = this.#now() + PAUSE_MS;
  }

  noteAnswer(): void {
    this.#openUntilMs = 0;
  }
}
