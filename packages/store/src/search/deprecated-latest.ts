// Whether the latest version of a Prime is deprecated: search ranks it lower.
import { parseRange } from '@prime-registry/protocol';
import type { Transaction } from 'kysely';
import type { Schema } from '../sql/schema.ts';
import type { LatestVersion } from '../versions/latest-finder.ts';

export async function isLatestDeprecated(
  transaction: Transaction<Schema>,
  { name, version }: Pick<LatestVersion, 'name' | 'version'>,
): Promise<boolean> {
  const rows = await transaction
    .selectFrom('deprecations')
    .where('name', '=', name)
    .select('range')
    .execute();
  return rows.some(({ range }) => {
    const parsed = parseRange(range);
    return parsed.ok && parsed.value.covers(version);
  });
}
