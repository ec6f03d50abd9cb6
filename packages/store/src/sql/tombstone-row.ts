// Rows of the table `removed_versions` and what they mean.
import type { RemovalCategory } from '@prime-registry/protocol';
import type { Selectable } from 'kysely';
import type { TombstoneRecord } from '../contracts/lifecycle-store.ts';
import type { Schema } from './schema.ts';

export function toTombstone(row: Selectable<Schema['removed_versions']>): TombstoneRecord {
  const { name, version, identity, sha256, category, reason, removed_at_ms, origin } = row;
  return {
    ...{ name, version, identity, sha256 },
    category: category as RemovalCategory,
    reason: reason ?? undefined,
    removedAtMs: removed_at_ms,
    origin: origin ?? undefined,
  };
}
