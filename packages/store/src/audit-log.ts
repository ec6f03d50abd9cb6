// The audit log, an append-only table. The entry of a change is written in the transaction of that change.
import type { Insertable, Selectable, Transaction } from 'kysely';
import type {
  AuditAction,
  AuditDetails,
  AuditEntry,
  AuditStore,
  RecordedAuditEntry,
} from './contracts/audit-store.ts';
import type { SqlStoreDeps } from './engine.ts';
import { prepareQuery } from './sql/prepared-query.ts';
import type { Schema } from './sql/schema.ts';

/** Writes entries in a transaction. */
export type AuditRecorder = (
  transaction: Transaction<Schema>,
  ...entries: readonly AuditEntry[]
) => Promise<void>;

/** Creates a recorder, which prepares its insert once. */
export function createAuditRecorder(): AuditRecorder {
  const insertEntry = prepareQuery((db, row: Insertable<Schema['audit_log']>) =>
    db.insertInto('audit_log').values(row),
  );
  return async (transaction, ...entries) => {
    await insertEntry.each(transaction, entries.map(toRow));
  };
}

export function createAuditStore({ transact, reader }: SqlStoreDeps): AuditStore {
  const record = createAuditRecorder();
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
      return (await query.orderBy('id').limit(limit).execute()).map(toEntry);
    },
  };
}

function toRow({ details, ...entry }: AuditEntry): Insertable<Schema['audit_log']> {
  return {
    at_ms: entry.atMs,
    action: entry.action,
    actor_id: entry.actorId,
    actor_name: entry.actorName,
    address: entry.address ?? null,
    request_id: entry.requestId ?? null,
    prime_name: entry.name ?? null,
    version: entry.version ?? null,
    token_id: entry.tokenId ?? null,
    details: details === undefined ? null : JSON.stringify(details),
  };
}

function toEntry(row: Selectable<Schema['audit_log']>): RecordedAuditEntry {
  return {
    id: row.id,
    atMs: row.at_ms,
    action: row.action as AuditAction,
    actorId: row.actor_id,
    actorName: row.actor_name,
    address: row.address ?? undefined,
    requestId: row.request_id ?? undefined,
    name: row.prime_name ?? undefined,
    version: row.version ?? undefined,
    tokenId: row.token_id ?? undefined,
    details: row.details === null ? undefined : (JSON.parse(row.details) as AuditDetails),
  };
}
