// A semaphore bounds how much runs at the same time.

/** Returns a permit. Does nothing a second time. */
export type Release = () => void;

/** {@link Semaphore.acquire} has waited for its timeout. */
export class SemaphoreTimeoutError extends Error {
  override readonly name = 'SemaphoreTimeoutError';
}

/** A fixed number of permits, granted first come, first served. */
export class Semaphore {
  #free: number;
  readonly #queue: ((release: Release) => void)[] = [];

  constructor(permits: number) {
    this.#free = permits;
  }

  /** How many callers wait for a permit. */
  get waiting(): number {
    return this.#queue.length;
  }

  /** A permit, or undefined when none is free. */
  tryAcquire(): Release | undefined {
    if (this.#free === 0) return undefined;
    this.#free -= 1;
    return this.#permit();
  }

  /**
   * Waits for a permit.
   * @param timeoutMs - without it, the wait has no bound
   * @throws SemaphoreTimeoutError
   */
  async acquire(timeoutMs?: number): Promise<Release> {
    const free = this.tryAcquire();
    if (free !== undefined) return free;
    const { promise, resolve, reject } = Promise.withResolvers<Release>();
    this.#queue.push(resolve);
    if (timeoutMs === undefined) return promise;
    const timer = setTimeout(() => {
      this.#queue.splice(this.#queue.indexOf(resolve), 1);
      reject(new SemaphoreTimeoutError(`no permit was free for ${timeoutMs} ms`));
    }, timeoutMs);
    return promise.finally(() => clearTimeout(timer));
  }

  #permit(): Release {
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      const next = this.#queue.shift();
      if (next === undefined) this.#free += 1;
      else next(this.#permit());
    };
  }
}
