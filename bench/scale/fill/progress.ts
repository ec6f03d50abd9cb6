// Progress of a long step on standard error: a line every ten seconds.
const INTERVAL_MS = 10_000;

/** The progress of a step. */
export interface Progress {
  /** So many more are done. */
  add(count: number): void;
  /** So many are done in all. */
  reach(count: number): void;
}

/** @param total - how many there are; about */
export function createProgress(step: string, total: number): Progress {
  const startMs = performance.now();
  let [done, shownMs] = [0, startMs];
  const show = (): void => {
    const nowMs = performance.now();
    if (nowMs - shownMs < INTERVAL_MS) return;
    shownMs = nowMs;
    const share = Math.min(1, done / total);
    const restSeconds = ((nowMs - startMs) / 1000 / share) * (1 - share);
    const minutes = (restSeconds / 60).toFixed(0);
    console.error(`  ${step}: ${done} of ${total}; about ${minutes} min more`);
  };
  return {
    add(count) {
      done += count;
      show();
    },
    reach(count) {
      done = count;
      show();
    },
  };
}
