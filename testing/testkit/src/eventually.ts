// Waits for effects that may come after the answer, such as a log line or a metric.
import { setTimeout as delay } from 'node:timers/promises';

const PATIENCE_MS = 60_000;
const PAUSE_MS = 5;

/** Repeats the check until it passes. @throws its last error if it has not passed within a minute */
export async function eventually<T>(check: () => T | Promise<T>): Promise<T> {
  for (const start = Date.now(); ; await delay(PAUSE_MS)) {
    try {
      return await check();
    } catch (error) {
      if (Date.now() - start > PATIENCE_MS) throw error;
    }
  }
}
