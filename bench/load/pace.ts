// Limits publishes to a share of the requests: each waits for a number of reads.

/** A gate for publishers that reads open. */
export interface Pace {
  /** Waits for the next publish. @returns false once the run has ended */
  mayPublish(): Promise<boolean>;
  countRead(): void;
  /** Releases all waiting publishers. */
  end(): void;
}

/**
 * Creates a pace.
 * @param readsPerPublish - 0 for no limit
 * @param waiting - maximum number of publishes in credit, so that no burst follows slow publishes
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
