// How long one attempt waits. The clock runs only while it is the registry's turn: a slow disk or a slow reader of a
// download is not the registry's fault.

/** Ends an attempt in which nothing happens any more, or which nobody wants any more. */
export class Patience {
  /** What the attempt must obey. */
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

  /** If it was ended because the registry took too long: the time that it had, in milliseconds. */
  get exceededMs(): number | undefined {
    return this.#exceededMs;
  }

  /** Whether the caller ended it. */
  get isCalledOff(): boolean {
    return this.#callerSignal?.aborted === true && this.#exceededMs === undefined;
  }

  /** The registry's turn begins, anew if it was running. */
  start(): void {
    this.stop();
    if (!this.#controller.signal.aborted)
      this.#timer = setTimeout(() => this.runOut(this.#timeoutMs), this.#timeoutMs);
  }

  /** The registry did its part. */
  stop(): void {
    clearTimeout(this.#timer);
  }

  /** Ends the attempt because the registry took longer than `limitMs`. */
  runOut(limitMs: number): void {
    this.#exceededMs ??= limitMs;
    this.end();
  }

  /** Ends whatever is still under way, such as a body that the registry does not want. */
  end(): void {
    this.stop();
    this.#controller.abort();
  }
}
