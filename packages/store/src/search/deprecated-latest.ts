// Whether the latest version of a Prime is deprecated, here or at its upstream: search ranks it lower.
import { parseRange } from '@prime-registry/protocol';
import type { Transaction } from '../sql/schema.ts';
import type { LatestVersion } from '../versions/latest-finder.ts';

type Latest = Pick<LatestVersion, 'name' | 'version' | 'origin'>;

export async function isLatestDeprecated(transaction: Transaction, latest: Latest): Promise<boolean> {
  const ranges = [...(await listOwn(transaction, latest)), ...(await listMirrored(transaction, latest))];
  return ranges.some((range) => {
    const parsed = parseRange(range);
    return parsed.ok && parsed.value.covers(latest.version);
  });
}

async function listOwn(transaction: Transaction, { name }: Latest): Promise<string[]> {
  const rows = await transaction
    .selectFrom('deprecations')
    .where('name', '=', name)
    .select('range')
    .execute();
  return rows.map(({ range }) => range);
}

/** What the list of its upstream says. */
async function listMirrored(transaction: Transaction, { name, origin }: Latest): Promise<readonly string[]> {
  if (origin === null) return [];
  const row = await transaction
    .selectFrom('mirrored_lists')
    .where('name', '=', name)
    .where('origin', '=', origin)
    .select('lifecycle')
    .executeTakeFirst();
  return row?.lifecycle ? rangesIn(row.lifecycle) : [];
}

/** See MirroredList. */
function rangesIn(lifecycle: string): string[] {
  const { deprecations = [] } = JSON.parse(lifecycle) as {
    readonly deprecations?: readonly { readonly range: string }[];
  };
  return deprecations.map(({ range }) => range);
}
