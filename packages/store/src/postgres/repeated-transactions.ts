// Transactions of several replicas at a time. What the server undoes for another's sake, or loses with a connection before it
// was to commit, is run again; of a commit whose answer was lost the server is asked what became of it.
import { setTimeout as delay } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import type { Transact } from '../engine.ts';
import type { Schema } from '../sql/schema.ts';
import { countCommit, type TransactionMark } from './change-counter.ts';
import { hasBrokenConnection, wasRolledBack } from './translate-postgres-error.ts';

const GIVE_UP_AFTER_MS = 5000;
const FIRST_PAUSE_MS = 5;
const LONGEST_PAUSE_MS = 250;

/**
 * Runs transactions until they are committed, or for five seconds.
 * @param isClosing - whether there will be no connections any more
 */
export function repeatedTransactions(db: Kysely<Schema>, isClosing: () => boolean): Transact {
  return async (work, sinceMs = performance.now()) => {
    const giveUpAt = sinceMs + GIVE_UP_AFTER_MS;
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
      let done:
        | { readonly mark: TransactionMark; readonly result: Awaited<ReturnType<typeof work>> }
        | undefined;
      try {
        await db.transaction().execute(async (transaction) => {
          const result = await work(transaction);
          done = { result, mark: await countCommit(transaction) };
        });
        if (done === undefined) throw new Error('a transaction that was committed has a result');
        return done.result;
      } catch (error) {
        const mayBeCommitted = done !== undefined && hasBrokenConnection(error);
        if (done !== undefined && mayBeCommitted) {
          const outcome = await findOutcome(db, done.mark, giveUpAt);
          if (outcome === 'committed') return done.result;
          if (outcome !== 'aborted') throw error;
        } else if (!wasRolledBack(error) && !hasBrokenConnection(error)) throw error;
        if (isClosing() || performance.now() > giveUpAt) throw error;
      }
      // Not all at once.
      await delay(pauseMs * (0.5 + Math.random()));
    }
  };
}

/** What became of a transaction (postgresql.org/docs/current/functions-info.html, pg_xact_status); undefined when nobody knows. */
async function findOutcome(
  db: Kysely<Schema>,
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
        // The server may be on its way back.
        () => ({ status: 'in progress', isSameServer: false }),
      );
    // Since a crash, that may be another transaction with the same id; ours would have its id to itself had it been committed.
    if (status === 'committed') return isSameServer ? 'committed' : undefined;
    if (status === 'aborted') return 'aborted';
    if (status !== 'in progress') return undefined;
    await delay(LONGEST_PAUSE_MS);
  } while (performance.now() < giveUpAt);
  return undefined;
}
