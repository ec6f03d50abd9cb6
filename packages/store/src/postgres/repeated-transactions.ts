// Retries transactions with backoff, if the server rolls them back because of another one, or if the
// connection breaks before the commit. If the response to a commit is lost, asks the server for the outcome.
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Transact } from '../engine.ts';
import { queryDirectly } from '../sql/direct-queries.ts';
import type { Database } from '../sql/schema.ts';
import { countCommit, type TransactionMark } from './change-counter.ts';
import { isDatabaseGone, wasRolledBack } from './translate-postgres-error.ts';

const GIVE_UP_AFTER_MS = 5000;
const FIRST_PAUSE_MS = 5;
const LONGEST_PAUSE_MS = 250;

/**
 * Retries transactions until they are committed, for up to five seconds.
 * @param isClosing - whether no more connections can be opened
 */
export function repeatedTransactions(db: Database, isClosing: () => boolean): Transact {
  return async (work, sinceMs = performance.now()) => {
    const giveUpAt = sinceMs + GIVE_UP_AFTER_MS;
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
      let done:
        | { readonly mark: TransactionMark; readonly result: Awaited<ReturnType<typeof work>> }
        | undefined;
      try {
        await db.transaction().execute(async (transaction) => {
          const end = await queryDirectly(transaction);
          try {
            const result = await work(transaction);
            done = { result, mark: await countCommit(transaction) };
          } finally {
            end();
          }
        });
        if (done === undefined) throw new Error('a committed transaction has no result');
        return done.result;
      } catch (error) {
        const mayBeCommitted = done !== undefined && isDatabaseGone(error);
        if (done !== undefined && mayBeCommitted) {
          const outcome = await findOutcome(db, done.mark, giveUpAt);
          if (outcome === 'committed') return done.result;
          if (outcome !== 'aborted') throw error;
        } else if (!wasRolledBack(error) && !isDatabaseGone(error)) throw error;
        if (isClosing() || performance.now() > giveUpAt) throw error;
      }
      // Random, so that replicas do not retry at the same time.
      await delay(pauseMs * (0.5 + Math.random()));
    }
  };
}

/**
 * The outcome of a transaction, if known (postgresql.org/docs/current/functions-info.html, pg_xact_status).
 */
async function findOutcome(
  db: Database,
  { id, serverStart }: TransactionMark,
  giveUpAt: number,
): Promise<'committed' | 'aborted' | undefined> {
  do {
    const { status, isSameServer } = await sql<{ status: string | null; isSameServer: boolean }>`
      select pg_xact_status(${id}::xid8) as status,
        pg_postmaster_start_time()::text = ${serverStart} as "isSameServer"`
      .execute(db)
      .then(
        ({ rows }) => rows[0] ?? { status: null, isSameServer: false },
        // The server may be restarting.
        () => ({ status: 'in progress', isSameServer: false }),
      );
    // After a crash, another transaction may have this id, so `committed` proves nothing. `aborted` does: the
    // id of a committed transaction is not reused.
    if (status === 'committed') return isSameServer ? 'committed' : undefined;
    if (status === 'aborted') return 'aborted';
    if (status !== 'in progress') return undefined;
    await delay(LONGEST_PAUSE_MS);
  } while (performance.now() < giveUpAt);
  return undefined;
}
