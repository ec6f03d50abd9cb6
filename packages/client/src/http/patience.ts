// The timeout of one attempt. The timer only runs while the client waits for the registry: a slow disk or a
// slow reader of a download is not the registry's fault.

/** The end of a wait; several requests may share it. */
export class Deadline {
  /** The whole wait, in milliseconds. */
  readonly totalMs: number;
  readonly #endMs: number;

  /** The wait begins now. */
  constructor(totalMs: number) {
    this.totalMs = totalMs;
    this.#endMs = performance.now() + totalMs;
  }

  /** What is left of it, in milliseconds; 0 when it is over. */
  get leftMs(): number {
    return Math.max(0, this.#endMs - performance.now());
  }
}

/** A limit that was exceeded, in milliseconds. */
export interface ExceededLimit {
  readonly limitMs: number;
  /** The whole wait, if that was the limit. */
  readonly totalMs?: number;
}

/** One for all: an error of its own for each attempt would record a stack each time. */
const ENDED = new DOMException('The attempt has ended.', 'AbortError');

/** Ends an attempt on a timeout or an abort. */
export class Patience {
  /** The signal for the attempt. */
  readonly signal: AbortSignal;
  readonly #timeoutMs: number;
  readonly #callerSignal: AbortSignal | undefined;
  readonly #controller = new AbortController();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #deadline: Deadline | undefined;
  #exceeded: ExceededLimit | undefined;

  constructor(timeoutMs: number, callerSignal: AbortSignal | undefined, deadline?: Deadline) {
    this.#timeoutMs = timeoutMs;
    this.#callerSignal = callerSignal;
    this.#deadline = deadline;
    this.signal = this.#controller.signal;
    // Cheaper than AbortSignal.any, which a thousand requests of one command would notice.
    if (callerSignal?.aborted === true) this.#callOff();
    else callerSignal?.addEventListener('abort', this.#callOff);
  }

  /** The exceeded limit, if a timeout ended the attempt. */
  get exceeded(): ExceededLimit | undefined {
    return this.#exceeded;
  }

  /** Whether the caller aborted it. */
  get isCalledOff(): boolean {
    return this.#callerSignal?.aborted === true && this.#exceeded === undefined;
  }

  /** Starts the timer, again if it was running: the client waits for the registry. */
  start(): void {
    this.stop();
    if (this.#controller.signal.aborted) return;
    const { leftMs: limitMs = Number.POSITIVE_INFINITY, totalMs } = this.#deadline ?? {};
    if (totalMs === undefined || limitMs > this.#timeoutMs)
      this.#timer = setTimeout(() => this.runOut({ limitMs: this.#timeoutMs }), this.#timeoutMs);
    else this.#timer = setTimeout(() => this.runOut({ limitMs, totalMs }), limitMs);
  }

  /** From now on, only the timeout counts: the answer has begun. @returns the deadline until now */
  dropDeadline(): Deadline | undefined {
    const deadline = this.#deadline;
    this.#deadline = undefined;
    return deadline;
  }

  /** Stops the timer: the registry responded. */
  stop(): void {
    clearTimeout(this.#timer);
  }

  /** Ends the attempt with a timeout. */
  runOut(limit: ExceededLimit): void {
    this.#exceeded ??= limit;
    this.end();
  }

  readonly #callOff = (): void => {
    this.stop();
    this.#controller.abort(this.#callerSignal?.reason);
  };

  /** Ends everything that is still in progress, such as a request body that the registry refused. */
  end(): void {
    this.release();
    this.#controller.abort(ENDED);
  }

  /** From now on nothing ends it: nothing is in progress. */
  release(): void {
    this.stop();
    // With thousands of requests under one signal, adding a listener would take longer each time.
    this.#callerSignal?.removeEventListener('abort', this.#callOff);
  }
}
