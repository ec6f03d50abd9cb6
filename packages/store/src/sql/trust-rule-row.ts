// Rows of trust rules and of their issuers, and what they mean.
import type { TrustRule } from '@prime-registry/identity';
import { toCanonicalJson } from '@prime-registry/protocol';
import type { Selectable } from 'kysely';
import type { NewTrustRule, StoredTrustRule, TrustIssuer } from '../contracts/trust-rule-store.ts';
import type { Schema } from './schema.ts';

export function toTrustRuleRow({ id, rule, createdAtMs, createdBy }: NewTrustRule) {
  return {
    ...{ id, name: rule.name, issuer: rule.issuer, rule: toCanonicalJson(rule), pinned: null },
    ...{ created_at_ms: createdAtMs, created_by: createdBy, last_used_at_ms: null },
  };
}

export function toTrustRule(row: Selectable<Schema['trust_rules']>): StoredTrustRule {
  return {
    id: row.id,
    rule: JSON.parse(row.rule) as TrustRule,
    pinned: row.pinned === null ? undefined : (JSON.parse(row.pinned) as Readonly<Record<string, string>>),
    createdAtMs: Number(row.created_at_ms),
    createdBy: row.created_by,
    lastUsedAtMs: row.last_used_at_ms === null ? undefined : Number(row.last_used_at_ms),
  };
}

export function toTrustIssuer(row: Selectable<Schema['trust_issuers']>): TrustIssuer {
  return {
    issuer: row.issuer,
    jwksFile: row.jwks_file ?? undefined,
    caFile: row.ca_file ?? undefined,
    allowPrivateAddresses: row.allow_private === 1,
  };
}
