// The audit log, an append-only table. The entry of a change is written in the transaction of that change.
import type { Insertable } from 'kysely';
import type { AuditEntry, AuditStore } from './contracts/audit-store.ts';
import type { SqlStoreDeps } from './engine.ts';
import { toAuditEntry, toAuditRow } from './sql/audit-row.ts';
import { prepareQuery } from './sql/prepared-query.ts';
import type { Schema, Transaction } from './sql/schema.ts';

const insertEntry = prepareQuery((db, row: Insertable<Schema['audit_log']>) =>
  db.insertInto('audit_log').values(row),
);

/** Writes entries in a transaction. */
export async function record(transaction: Transaction, ...entries: readonly AuditEntry[]): Promise<void> {
  await insertEntry.each(transaction, entries.map(toAuditRow));
}

export function createAuditStore({ transact, reader }: SqlStoreDeps): AuditStore {
  return {
    recordAct: (entry) => transact((transaction) => record(transaction, entry)),

    async listAuditEntries({ sinceMs, untilMs, actions, name, tokenId }, afterId, limit) {
      let query = reader.selectFrom('audit_log').selectAll().where('id', '>', afterId);
      if (sinceMs !== undefined) query = query.where('at_ms', '>=', sinceMs);
      if (untilMs !== undefined) query = query.where('at_ms', '<', untilMs);
      if (actions !== undefined) query = query.where('action', 'in', actions);
      if (name !== undefined) query = query.where('prime_name', '=', name);
      if (tokenId !== undefined)
        query = query.where(({ or, eb }) => or([eb('actor_id', '=', tokenId), eb('token_id', '=', tokenId)]));
      return (await query.orderBy('id').limit(limit).execute()).map(toAuditEntry);
    },
  };
}
