// Write transactions that wait for other processes without blocking the thread: readers and the health probes go on.
import type { Transact } from '../engine.ts';
import { queryDirectly } from '../sql/direct-queries.ts';
import type { Database } from '../sql/schema.ts';
import { waitForLock } from './wait-for-lock.ts';

/** Runs transactions. @throws the reason if a transaction cannot begin for five seconds */
export function patientTransactions(db: Database): Transact {
  return (work, sinceMs) => {
    let hasBegun = false;
    return waitForLock(
      () =>
        db.transaction().execute(async (transaction) => {
          hasBegun = true;
          const end = await queryDirectly(transaction);
          return work(transaction).finally(end);
        }),
      { sinceMs, canRepeat: () => !hasBegun },
    );
  };
}
