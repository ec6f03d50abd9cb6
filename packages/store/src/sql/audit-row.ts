// Rows of the table `audit_log` and what they mean.
import type { Insertable, Selectable } from 'kysely';
import type { AuditAction, AuditDetails, AuditEntry, RecordedAuditEntry } from '../contracts/audit-store.ts';
import type { Schema } from './schema.ts';

export function toAuditRow({ details, ...entry }: AuditEntry): Insertable<Schema['audit_log']> {
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

export function toAuditEntry(row: Selectable<Schema['audit_log']>): RecordedAuditEntry {
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
