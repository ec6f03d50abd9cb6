// However many ask for the same at the same time, it is done once.

/** Work by key. */
export class SingleFlight<T> {
  readonly #running = new Map<string, Promise<T>>();

  /** Does the work, or waits for the one that is under way for this key; what becomes of it is everybody's. */
  run(key: string, work: () => Promise<T>): Promise<T> {
    const known = this.#running.get(key);
    if (known !== undefined) return known;
    const running = work().finally(() => this.#running.delete(key));
    this.#running.set(key, running);
    return running;
  }
}
