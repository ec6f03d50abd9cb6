// Bounds how much runs at the same time. Whoever waits is served in turn by key.
import { ThreadPoolFullError } from './errors.ts';
import { FairQueue } from './fair-queue.ts';

/** A fixed number of permits and of places to wait. */
export class FairSemaphore {
  readonly #maxWaiting: number;
  readonly #waiting = new FairQueue<() => void>();
  #free: number;

  constructor(permits: number, maxWaiting: number) {
    this.#free = permits;
    this.#maxWaiting = maxWaiting;
  }

  /**
   * Runs a work with a permit.
   * @param key - keys have equal shares
   * @throws ThreadPoolFullError if too many wait
   */
  async use<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
    if (this.#free > 0) this.#free -= 1;
    else await this.#wait(key);
    try {
      return await work();
    } finally {
      const next = this.#waiting.take();
      if (next === undefined) this.#free += 1;
      else next();
    }
  }

  #wait(key: string): Promise<void> {
    if (this.#waiting.size >= this.#maxWaiting) throw new ThreadPoolFullError(`${this.#maxWaiting} wait`);
    return new Promise((resolve) => this.#waiting.add(key, resolve));
  }
}
