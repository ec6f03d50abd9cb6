/** Runs works one after another, in the order in which they were given. */
export class OneByOne {
  #last: Promise<unknown> = Promise.resolve();

  /** @returns what the work returns; rejects if it does, and the next work runs anyway */
  use<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#last.then(work);
    this.#last = done.catch(() => undefined);
    return done;
  }
}
