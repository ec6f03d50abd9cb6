// Clock, random numbers and sleep, replaceable by tests.

/** What a pause between two attempts needs. */
export interface Pace {
  /** Milliseconds since the epoch. */
  now(): number;
  /** From 0 up to 1, as Math.random. */
  random(): number;
  /** Resolves after the time, or immediately when the signal is aborted. */
  sleep(timeMs: number, signal?: AbortSignal): Promise<void>;
}

/** The clock and the random numbers of the platform. */
export const SYSTEM_PACE: Pace = {
  now: () => Date.now(),
  random: () => Math.random(),
  sleep: (timeMs, signal) =>
    new Promise((resolve) => {
      if (signal?.aborted) return resolve();
      const wake = (): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', wake);
        resolve();
      };
      const timer = setTimeout(wake, timeMs);
      signal?.addEventListener('abort', wake, { once: true });
    }),
};
