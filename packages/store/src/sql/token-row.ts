// Rows of the table `tokens` and what they mean.
import { formatTimestamp, type Permission } from '@prime-registry/protocol/basics';
import type { Selectable } from 'kysely';
import type { TokenRecord } from '../contracts/token-store.ts';
import type { Schema } from './schema.ts';

export function toTokenRow(token: TokenRecord, secretSha256: Uint8Array): Selectable<Schema['tokens']> {
  return {
    id: token.id,
    name: token.name,
    secret_sha256: secretSha256,
    permissions: JSON.stringify(token.permissions),
    scopes: JSON.stringify(token.scopes),
    created_at_ms: token.createdAtMs,
    expires_at_ms: token.expiresAtMs ?? null,
    revoked_at_ms: token.revokedAtMs ?? null,
    last_used_at_ms: token.lastUsedAtMs ?? null,
  };
}

/** The audit details of a new token. */
export function describeToken({ name, permissions, scopes, expiresAtMs }: TokenRecord) {
  const expires_at = expiresAtMs === undefined ? undefined : formatTimestamp(expiresAtMs);
  return { name, permissions, scopes, expires_at };
}

/** The audit details of a token that replaces the one with the id. */
export function describeReplacement(token: TokenRecord, replacedId: string, endsAtMs: number) {
  return { ...describeToken(token), replaces: replacedId, overlap_ends_at: formatTimestamp(endsAtMs) };
}

export function toToken(row: Selectable<Schema['tokens']>): TokenRecord {
  return {
    id: row.id,
    name: row.name,
    permissions: JSON.parse(row.permissions) as Permission[],
    scopes: JSON.parse(row.scopes) as string[],
    createdAtMs: row.created_at_ms,
    expiresAtMs: row.expires_at_ms ?? undefined,
    revokedAtMs: row.revoked_at_ms ?? undefined,
    lastUsedAtMs: row.last_used_at_ms ?? undefined,
  };
}
