// Rows of the table `exchanged_tokens` and what they mean.
import type { Provenance } from '@prime-registry/protocol';
import {
  formatGrant,
  formatTimestamp,
  type Permission,
  type PrimeGrant,
} from '@prime-registry/protocol/basics';
import type { Selectable } from 'kysely';
import type { ExchangedToken } from '../contracts/exchange-store.ts';
import type { TokenRecord } from '../contracts/token-store.ts';
import type { Schema } from './schema.ts';

export type ExchangedTokenRow = Selectable<Schema['exchanged_tokens']>;

export function toExchangedTokenRow(token: ExchangedToken, secretSha256: Uint8Array): ExchangedTokenRow {
  const { id, kind, name, ruleId, provenance } = token;
  return {
    ...{ id, kind, name, secret_sha256: secretSha256 },
    permissions: JSON.stringify(token.permissions),
    scopes: JSON.stringify(token.scopes),
    primes: JSON.stringify(token.primes),
    ancestors: JSON.stringify(token.ancestors),
    rule_id: ruleId ?? null,
    provenance: provenance === undefined ? null : JSON.stringify(provenance),
    created_at_ms: token.createdAtMs,
    expires_at_ms: token.expiresAtMs,
    revoked_at_ms: token.revokedAtMs ?? null,
  };
}

export function toExchangedToken(row: ExchangedTokenRow): ExchangedToken {
  return {
    ...{ id: row.id, kind: row.kind as ExchangedToken['kind'], name: row.name },
    permissions: JSON.parse(row.permissions) as Permission[],
    scopes: JSON.parse(row.scopes) as string[],
    primes: (JSON.parse(row.primes) as Partial<PrimeGrant>[]).map(({ name = '', range }) => ({
      name,
      range,
    })),
    ancestors: JSON.parse(row.ancestors) as string[],
    ruleId: row.rule_id ?? undefined,
    provenance: row.provenance === null ? undefined : (JSON.parse(row.provenance) as Provenance),
    createdAtMs: row.created_at_ms,
    expiresAtMs: row.expires_at_ms,
    revokedAtMs: row.revoked_at_ms ?? undefined,
  };
}

/** As one of the tokens that are kept. */
export function toTokenRecord(row: ExchangedTokenRow): TokenRecord {
  const { id, name, permissions, scopes, createdAtMs, expiresAtMs, revokedAtMs } = toExchangedToken(row);
  return { id, name, permissions, scopes, createdAtMs, expiresAtMs, revokedAtMs, lastUsedAtMs: undefined };
}

/** The audit details of a new token. @param replaced - id of the token that it replaces */
export function describeExchange(token: ExchangedToken, replaced?: string) {
  const { name, permissions, scopes, primes, ancestors, provenance, expiresAtMs } = token;
  return {
    ...{ name, permissions, scopes, rule: provenance?.rule, issuer: provenance?.issuer },
    ...(primes.length > 0 && { primes: primes.map(formatGrant) }),
    ...(ancestors.length > 0 && { parent: ancestors.at(-1) }),
    ...(replaced !== undefined && { replaces: replaced }),
    expires_at: formatTimestamp(expiresAtMs),
  };
}
