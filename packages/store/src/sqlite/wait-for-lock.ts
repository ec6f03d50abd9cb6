// SQLite lets one process write at a time. Its own busy timeout blocks the thread and pauses ever longer; here,
// what finds the lock taken is tried again soon.
import { setTimeout as delay } from 'node:timers/promises';
import { isBusy } from './translate-sqlite-error.ts';

// Another process holds the lock while its publishes move their tarballs into place: milliseconds. A busy
// process releases it only for moments, so retries are frequent; each takes microseconds.
const GIVE_UP_AFTER_MS = 5000;
const RETRY_AFTER_MS = 1;

/** How long to wait. */
interface Patience {
  /** Start of the wait, by performance.now(). */
  readonly sinceMs?: number | undefined;
  /** Default five seconds. */
  readonly giveUpAfterMs?: number;
  /** Whether the attempt has had no effect. */
  readonly canRepeat?: () => boolean;
}

/**
 * Repeats an attempt while another process has the lock.
 * @throws the reason of the last attempt after the time to give up; every other error at once
 */
export async function waitForLock<T>(
  attempt: () => T | Promise<T>,
  { sinceMs = performance.now(), giveUpAfterMs = GIVE_UP_AFTER_MS, canRepeat = () => true }: Patience = {},
): Promise<T> {
  const giveUpAt = sinceMs + giveUpAfterMs;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (!canRepeat() || !isBusy(error) || performance.now() > giveUpAt) throw error;
    }
    await delay(RETRY_AFTER_MS);
  }
}
