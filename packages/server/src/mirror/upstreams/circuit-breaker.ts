// Circuit breaker: stops calling an upstream for a short time after several consecutive failures.

/** Consecutive failures that open it. */
const FAILURES = 3;
// Equal to the Retry-After that clients get.
const PAUSE_MS = 5000;

export class CircuitBreaker {
  readonly #now: () => number;
  readonly #pauseMs: number;
  #failures = 0;
  #openUntilMs = 0;
  #lastFailure: string | undefined;

  /**
   * @param now - milliseconds of a monotonic clock
   * @param pauseMs - how long it stays open; 0 for a caller with retries of its own
   */
  constructor(now: () => number = () => performance.now(), pauseMs: number = PAUSE_MS) {
    this.#now = now;
    this.#pauseMs = pauseMs;
  }

  /** Whether calls should fail at once. */
  get isOpen(): boolean {
    return this.#now() < this.#openUntilMs;
  }

  /** The reason of the last failure, for readers. */
  get lastFailure(): string | undefined {
    return this.#lastFailure;
  }

  /** After the pause, one more failure opens it again. @param reason - a clause, for readers */
  noteFailure(reason?: string): void {
    this.#lastFailure = reason;
    this.#failures += 1;
    if (this.#failures >= FAILURES) this.#openUntilMs = this.#now() + this.#pauseMs;
  }

  noteAnswer(): void {
    this.#failures = 0;
    this.#openUntilMs = 0;
  }
}
