// Single flight: simultaneous callers with the same key share one run of the work.

/** Work by key. Results are not cached: a call after the end starts the work again. */
export class SingleFlight<T> {
  readonly #inFlight = new Map<string, Promise<T>>();
  readonly #untilEnd: ((result: T) => Promise<unknown> | undefined) | undefined;

  /** @param untilEnd - for work that goes on after its result: callers join until this promise has settled */
  constructor(untilEnd?: (result: T) => Promise<unknown> | undefined) {
    this.#untilEnd = untilEnd;
  }

  /** Starts the work, or joins the run in flight for this key. All callers get the same result or error. */
  run(key: string, work: () => Promise<T>): Promise<T> {
    const known = this.#inFlight.get(key);
    if (known !== undefined) return known;
    const running = work();
    this.#inFlight.set(key, running);
    // Registered before any caller can await the result: once a caller has it, the key is free.
    const forget = (): void => void this.#inFlight.delete(key);
    const end = this.#untilEnd === undefined ? running : running.then(this.#untilEnd);
    end.then(forget, forget);
    return running;
  }

  /** Whether a run for this key is in flight. */
  has(key: string): boolean {
    return this.#inFlight.has(key);
  }

  /** How many runs are in flight. */
  get size(): number {
    return this.#inFlight.size;
  }

  /** The results of the runs in flight. */
  values(): readonly Promise<T>[] {
    return [...this.#inFlight.values()];
  }
}
