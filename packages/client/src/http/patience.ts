// The timeout of one attempt. The timer only runs while the client waits for the registry: a slow disk or a
// slow reader of a download is not the registry's fault.

/** Ends an attempt on a timeout or an abort. */
export class Patience {
  /** The signal for the attempt. */
  readonly signal: AbortSignal;
  readonly #timeoutMs: number;
  readonly #callerSignal: AbortSignal | undefined;
  readonly #controller = new AbortController();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #exceededMs: number | undefined;

  constructor(timeoutMs: number, callerSignal: AbortSignal | undefined) {
    this.#timeoutMs = timeoutMs;
    this.#callerSignal = callerSignal;
    const own = this.#controller.signal;
    this.signal = callerSignal === undefined ? own : AbortSignal.any([own, callerSignal]);
  }

  /** The exceeded limit in milliseconds, if a timeout ended the attempt. */
  get exceededMs(): number | undefined {
    return this.#exceededMs;
  }

  /** Whether the caller aborted it. */
  get isCalledOff(): boolean {
    return this.#callerSignal?.aborted === true && this.#exceededMs === undefined;
  }

  /** Starts the timer, again if it was running: the client waits for the registry. */
  start(): void {
    this.stop();
    if (!this.#controller.signal.aborted)
      this.#timer = setTimeout(() => this.runOut(this.#timeoutMs), this.#timeoutMs);
  }

  /** Stops the timer: the registry responded. */
  stop(): void {
    clearTimeout(this.#timer);
  }

  /** Ends the attempt with a timeout of `limitMs`. */
  runOut(limitMs: number): void {
    this.#exceededMs ??= limitMs;
    this.end();
  }

  /** Ends everything that is still in progress, such as a request body that the registry refused. */
  end(): void {
    this.stop();
    this.#controller.abort();
  }
}
