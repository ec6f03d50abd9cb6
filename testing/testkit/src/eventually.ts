// Waits for effects that may come after the answer, such as a log line or a metric.
import { setTimeout as delay } from 'node:timers/promises';

const PATIENCE_MS = 60_000;
const FIRST_PAUSE_MS = 5;
const LONGEST_PAUSE_MS = 50;
/** A pause lengthens a wait by at most this share: failed checks take processor time from what they wait for. */
const PAUSE_SHARE = 0.1;

/** Repeats the check until it passes. @throws its last error if it has not passed within a minute */
export async function eventually<T>(check: () => T | Promise<T>): Promise<T> {
  const start = Date.now();
  for (;;) {
    try {
      return await check();
    } catch (error) {
      const waitedMs = Date.now() - start;
      if (waitedMs > PATIENCE_MS) throw error;
      await delay(Math.min(Math.max(FIRST_PAUSE_MS, waitedMs * PAUSE_SHARE), LONGEST_PAUSE_MS));
    }
  }
}
