// A rotation of the key of the log, as its entry tells.
import { type LogKeyEntry, parseTimestamp } from '@prime-registry/protocol';
import type { Transaction } from '../../sql/schema.ts';

/** Records the key from the index of its entry on, for the name that the log has. */
export async function recordLogKey(
  transaction: Transaction,
  { vkey, at }: LogKeyEntry,
  index: number,
): Promise<void> {
  const [current] = await transaction
    .updateTable('log_names')
    .set({ ended_at_size: index })
    .where('ended_at_size', 'is', null)
    .returning(['origin', 'log_id'])
    .execute();
  if (current === undefined) throw new Error('the log has a key and no name');
  const row = { vkey, began_at_size: index, at_ms: parseTimestamp(at) ?? 0, reason: 'key rotated' };
  await transaction
    .insertInto('log_names')
    .values({ ...current, ...row })
    .execute();
}
