// Brings versions into the log that came without an entry: during an upgrade, an older replica may publish after the
// tables of the log are there. Ids that were looked at once are never read again, so that it costs nothing later.
import { setImmediate } from 'node:timers/promises';
import { scopeOf } from '@prime-registry/protocol';
import type { LogStore } from '../contracts/log/log-store.ts';
import type { SqlStoreDeps } from '../engine.ts';
import { createLogAppender } from './append-entries.ts';
import { describeUnlogged, type IdRange, selectUnlogged } from './describe-unlogged.ts';

/** Ids that are read at once, in a millisecond. At most as many are read again at each call. */
const WINDOW = 2_000;

/** Creates the search. */
export function createUnloggedFinder(deps: SqlStoreDeps): Pick<LogStore, 'logUnlogged'> {
  const { transact, locks, reader, log } = deps;
  const append = createLogAppender(log);

  /** The next ids to look at; undefined while older versions are still being brought in. */
  async function findWindow(): Promise<IdRange | undefined> {
    const { done, of, highest } = await reader
      .selectFrom('log_state')
      .select(({ selectFrom }) => [
        'backfilled_to as done',
        'backfill_end as of',
        selectFrom('versions')
          .select(({ fn }) => fn.max('id').as('id'))
          .as('highest'),
      ])
      .executeTakeFirstOrThrow();
    if (done < of) return undefined;
    return { after: of, to: Math.min(highest ?? 0, of + WINDOW) };
  }

  /** Moves the beginning of the next window, if nothing can come into this one any more. */
  async function pass({ after, to }: IdRange): Promise<boolean> {
    return transact(async (transaction) => {
      // A version with a lower id than another one may be committed later. Now all are.
      await locks.lockPublishes(transaction);
      const [late] = await selectUnlogged(transaction, { after, to })
        .limit(1)
        .select('versions.id')
        .execute();
      if (late !== undefined) return false;
      const rows = await transaction
        .updateTable('log_state')
        .set({ backfilled_to: to, backfill_end: to })
        .where('backfilled_to', '=', after)
        .where('backfill_end', '=', after)
        .returning('id')
        .execute();
      return rows.length > 0;
    });
  }

  return {
    async logUnlogged(limit, atMs) {
      for (;;) {
        const window = await findWindow();
        if (window === undefined || window.to <= window.after) return 0;
        const found = await selectUnlogged(reader, window)
          .limit(limit)
          .select(['versions.id', 'primes.name'])
          .execute();
        const last = found.at(-1);
        if (last !== undefined) {
          return transact(async (transaction) => {
            await locks.lockScopes(
              transaction,
              found.map(({ name }) => scopeOf(name)),
            );
            const range = { after: window.after, to: last.id };
            return (await append(transaction, await describeUnlogged(transaction, range, atMs))).length;
          });
        }
        if (window.to < window.after + WINDOW || !(await pass(window))) return 0;
        // On SQLite, all of this happens on this thread.
        await setImmediate();
      }
    },
  };
}
