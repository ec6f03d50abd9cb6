// A transaction that only finds out what would happen: it is always rolled back.
import type { Transact } from '../engine.ts';
import type { Transaction } from '../sql/schema.ts';

/** Ends a transaction that did its work. */
class TrialEnded extends Error {}

/** Runs work in a write transaction that is rolled back. @returns what the work returns; throws what it throws */
export async function rollBackAfter<T>(
  transact: Transact,
  work: (transaction: Transaction) => Promise<T>,
): Promise<T> {
  const ended = new TrialEnded();
  // A transaction may run again, on another connection: the last outcome counts.
  let outcome: { readonly value: T } | undefined;
  try {
    return await transact(async (transaction): Promise<T> => {
      outcome = undefined;
      outcome = { value: await work(transaction) };
      throw ended;
    });
  } catch (error) {
    if (error !== ended || outcome === undefined) throw error;
    return outcome.value;
  }
}
