// Brings versions from before the log into it: by ascending id, in transactions that store the progress. Versions
// published since have higher ids, or the id of one that is gone, and an entry.
import { scopeOf } from '@prime-registry/protocol';
import type { BackfillProgress, LogStore } from '../contracts/log/log-store.ts';
import type { SqlStoreDeps } from '../engine.ts';
import type { Transaction } from '../sql/schema.ts';
import { createLogAppender } from './append-entries.ts';
import { describeUnlogged } from './describe-unlogged.ts';

/** Creates the backfill. */
export function createLogBackfill(
  deps: SqlStoreDeps,
): Pick<LogStore, 'backfillLog' | 'findBackfillProgress'> {
  const { transact, locks, reader, log } = deps;
  const append = createLogAppender(log);

  async function findProgress(db: typeof reader): Promise<BackfillProgress> {
    const { backfilled_to: done, backfill_end: of } = await db
      .selectFrom('log_state')
      .select(['backfilled_to', 'backfill_end'])
      .executeTakeFirstOrThrow();
    return { done, of };
  }

  async function listNext({ done, of }: BackfillProgress, limit: number) {
    return reader
      .selectFrom('versions')
      .innerJoin('primes', 'primes.id', 'versions.prime_id')
      .where('versions.id', '>', done)
      .where('versions.id', '<=', of)
      .orderBy('versions.id')
      .limit(limit)
      .select(['versions.id', 'primes.name'])
      .execute();
  }

  /** @returns whether the step was still the next one */
  async function setProgress(transaction: Transaction, from: number, to: number): Promise<boolean> {
    const rows = await transaction
      .updateTable('log_state')
      .set({ backfilled_to: to })
      .where('backfilled_to', '=', from)
      .returning('id')
      .execute();
    return rows.length > 0;
  }

  return {
    findBackfillProgress: () => findProgress(reader),

    async backfillLog(limit, atMs) {
      const progress = await findProgress(reader);
      const { done, of } = progress;
      if (done >= of) return progress;
      const next = await listNext(progress, limit);
      const to = next.length < limit ? of : (next.at(-1)?.id ?? of);
      await transact(async (transaction) => {
        // A removal of one of them waits, or is done.
        const scopes = next.map(({ name }) => scopeOf(name));
        await locks.lockScopes(transaction, scopes);
        const entries = await describeUnlogged(transaction, { after: done, to }, atMs);
        // From here on, other appends wait.
        if (await setProgress(transaction, done, to)) await append(transaction, entries);
      });
      return findProgress(reader);
    },
  };
}
