// Keeps publishes to a share of the requests: each must wait for so many reads.

/** A turnstile for publishers that readers open. */
export interface Pace {
  /** Resolves to whether there is something to publish: no, when all is over. */
  mayPublish(): Promise<boolean>;
  countRead(): void;
  /** Lets whoever waits go home. */
  end(): void;
}

/**
 * A pace.
 * @param readsPerPublish - 0 for no limit.
 * @param waiting - publishes that may be owed at most, so that no burst follows a time of slow ones.
 */
export function createPace(readsPerPublish: number, waiting: number): Pace {
  const queue: ((may: boolean) => void)[] = [];
  let reads = 0;
  let owed = 0;
  return {
    mayPublish() {
      if (readsPerPublish === 0) return Promise.resolve(true);
      if (owed > 0) {
        owed -= 1;
        return Promise.resolve(true);
      }
      return new Promise((resolve) => queue.push(resolve));
    },
    countRead() {
      reads += 1;
      if (reads % readsPerPublish !== 0) return;
      const next = queue.shift();
      if (next !== undefined) next(true);
      else owed = Math.min(owed + 1, waiting);
    },
    end() {
      for (const resolve of queue.splice(0)) resolve(false);
    },
  };
}
