// SQLite lets one process write at a time. Its own way to wait for the others blocks the thread, and with it every reader
// and the health probes; here a transaction that cannot begin tries again later.
import { setTimeout as delay } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { Transact } from '../engine.ts';
import type { Schema } from '../sql/schema.ts';
import { isBusy } from './translate-sqlite-error.ts';

// Another process holds the lock for as long as its publishes take to put their tarballs in place: milliseconds. A busy one
// lets go of it for moments only, so whoever waits has to look often; it takes microseconds.
const GIVE_UP_AFTER_MS = 5000;
const RETRY_AFTER_MS = 1;

/** Runs transactions; what keeps one from beginning for five seconds is thrown. */
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
