// Removes version lists of upstreams, and subtracts them from the totals.
import { scopeOf } from '@prime-registry/protocol';
import { prepareForMany } from '../sql/batches.ts';
import type { Transaction } from '../sql/schema.ts';
import { LIST_BYTES } from '../versions/stored-bytes.ts';
import { changeMirrorUsage } from './mirror-usage.ts';

const remove = prepareForMany((db, names: readonly string[]) =>
  db
    .deleteFrom('mirrored_lists')
    .where('name', 'in', names)
    .returning(['name', 'origin', LIST_BYTES.as('size_bytes')]),
);

/** Removes lists by name; the transaction holds the locks of their scopes. @returns the freed bytes */
export async function removeLists(transaction: Transaction, names: readonly string[]): Promise<number> {
  const removed = await remove(transaction, names);
  await changeMirrorUsage(
    transaction,
    removed.map(({ name, origin, size_bytes }) => ({
      ...{ origin, scope: scopeOf(name), versions: 0, sizeBytes: -size_bytes },
    })),
  );
  return removed.reduce((sum, { size_bytes }) => sum + size_bytes, 0);
}
