// SQLite lets one process write at a time. Its own busy timeout blocks the thread, and with it every reader
// and the health probes. Here, a transaction that cannot begin is retried later.
import { setTimeout as delay } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { Transact } from '../engine.ts';
import type { Schema } from '../sql/schema.ts';
import { isBusy } from './translate-sqlite-error.ts';

// Another process holds the lock while its publishes move their tarballs into place: milliseconds. A busy
// process releases it only for moments, so retries are frequent; each takes microseconds.
const GIVE_UP_AFTER_MS = 5000;
const RETRY_AFTER_MS = 1;

/** Runs transactions. @throws the reason if a transaction cannot begin for five seconds */
export function patientTransactions(db: Kysely<Schema>): Transact {
  return async (work, sinceMs = performance.now()) => {
    const giveUpAt = sinceMs + GIVE_UP_AFTER_MS;
    for (;;) {
      let hasBegun = false;
      try {
        return await db.transaction().execute((transaction) => {
          hasBegun = true;
          return work(transaction);
        });
      } catch (error) {
        if (hasBegun || !isBusy(error) || performance.now() > giveUpAt) throw error;
      }
      await delay(RETRY_AFTER_MS);
    }
  };
}
