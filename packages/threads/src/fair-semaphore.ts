// Bounds how much runs at the same time. Waiting work is served in turn by key.
import { FairQueue } from '@prime-registry/concurrency';
import { ThreadPoolFullError } from './errors.ts';

/** A fixed number of permits and of places to wait. */
export class FairSemaphore {
  readonly #maxWaiting: number;
  readonly #waiting = new FairQueue<PromiseWithResolvers<void>>();
  #free: number;

  constructor(permits: number, maxWaiting: number) {
    this.#free = permits;
    this.#maxWaiting = maxWaiting;
  }

  /**
   * Runs a work with a permit.
   * @param key - keys have equal shares
   * @throws ThreadPoolFullError if too many wait, and none of them for a key with more of them
   */
  async use<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
    if (this.#free > 0) this.#free -= 1;
    else await this.#wait(key);
    try {
      return await work();
    } finally {
      const next = this.#waiting.take();
      if (next === undefined) this.#free += 1;
      else next.resolve();
    }
  }

  #wait(key: string): Promise<void> {
    if (this.#waiting.size >= this.#maxWaiting) {
      const full = new ThreadPoolFullError(`${this.#maxWaiting} wait`);
      const displaced = this.#waiting.takeFromLongest(key);
      if (displaced === undefined) throw full;
      displaced.reject(full);
    }
    const turn = Promise.withResolvers<void>();
    this.#waiting.add(key, turn);
    return turn.promise;
  }
}
