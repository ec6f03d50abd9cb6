// The names of the log: each begins at a size of the tree, and all before it have ended.
import type { Selectable } from 'kysely';
import type { LogName, LogStore } from '../contracts/log/log-store.ts';
import type { SqlStoreDeps } from '../engine.ts';
import type { Database, Schema } from '../sql/schema.ts';
import { createLogAppender } from './append-entries.ts';
import { createStateReader } from './log-state.ts';

/** Creates the changes of the names. */
export function createLogNames(
  deps: SqlStoreDeps,
): Pick<LogStore, 'listLogNames' | 'beginLogName' | 'renewLogId'> {
  const { transact, reader, log } = deps;
  const state = createStateReader(log);
  const append = createLogAppender(log);
  return {
    listLogNames: async () => (await listNames(reader)).map(toLogName),

    beginLogName: ({ origin, vkey, atMs, reason, after, logId: nextId }, entries = []) =>
      transact(async (transaction) => {
        // Of two processes that begin a name at once, the second one finds that of the first.
        const { logId, edge } = await state.lock(transaction);
        const current = (await listNames(transaction)).at(-1);
        if (current?.vkey !== after) return false;
        await transaction
          .updateTable('log_names')
          .set({ ended_at_size: edge.size })
          .where('ended_at_size', 'is', null)
          .execute();
        const row = { origin, log_id: nextId ?? logId, vkey, began_at_size: edge.size, at_ms: atMs };
        await transaction
          .insertInto('log_names')
          .values({ ...row, reason: reason ?? null })
          .execute();
        if (nextId !== undefined)
          await transaction.updateTable('log_state').set({ log_id: nextId, halted: null }).execute();
        const added = entries.map((entry) => ({ entry }));
        await append(transaction, added, { whileHalted: true });
        return true;
      }),

    renewLogId: (entry) =>
      transact(async (transaction) => {
        const { edge } = await state.lock(transaction);
        if (edge.size === 0 || (await listNames(transaction)).length > 0) return;
        await transaction.updateTable('log_state').set({ log_id: entry.log }).execute();
        await append(transaction, [{ entry }], { whileHalted: true });
      }),
  };
}

function listNames(db: Database) {
  // Several may have begun at one size, but only the last one of those has not ended.
  return db
    .selectFrom('log_names')
    .selectAll()
    .orderBy('began_at_size')
    .orderBy('at_ms')
    .orderBy('vkey')
    .execute();
}

function toLogName(row: Selectable<Schema['log_names']>): LogName {
  return {
    logId: row.log_id,
    origin: row.origin,
    vkey: row.vkey,
    beganAtSize: row.began_at_size,
    atMs: row.at_ms,
    endedAtSize: row.ended_at_size ?? undefined,
    reason: row.reason ?? undefined,
  };
}
