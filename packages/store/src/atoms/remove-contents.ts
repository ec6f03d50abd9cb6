// Removes the contents of atoms that are in no version now. Contents and texts belong to one Prime, so only
// its own versions are checked.
import { setImmediate } from 'node:timers/promises';
import { prepareForMany } from '../sql/batches.ts';
import { prepareQuery } from '../sql/prepared-query.ts';
import type { Transaction } from '../sql/schema.ts';
import { CONTENT_BYTES, TEXTS_BYTES } from '../versions/stored-bytes.ts';
import { unpackContents } from './content-list.ts';

// A batch takes some milliseconds.
const INVENTORIES_AT_A_TIME = 20;

// Not a join: a planner without statistics might begin with the inventories.
const listVersions = prepareQuery((db, { primeId }: { primeId: number }) =>
  db.selectFrom('versions').where('prime_id', '=', primeId).select('id'),
);
const readInventories = prepareForMany((db, versionIds: readonly number[]) =>
  db.selectFrom('inventories').where('version_id', 'in', versionIds).select('contents'),
);
const deleteContents = prepareForMany((db, ids: readonly number[]) =>
  db
    .deleteFrom('atom_contents')
    .where('id', 'in', ids)
    .returning(['texts_id', CONTENT_BYTES.as('bytes')]),
);
const deleteTexts = prepareForMany((db, ids: readonly number[]) =>
  db
    .deleteFrom('atom_texts')
    .where('id', 'in', ids)
    .where('id', 'not in', (query) =>
      query.selectFrom('atom_contents').where('texts_id', 'in', ids).select('texts_id'),
    )
    .returning(TEXTS_BYTES.as('bytes')),
);

/**
 * Removes contents of a Prime, with their texts, unless a version still lists them.
 * @returns the bytes of the removed rows
 */
export async function removeContents(
  transaction: Transaction,
  primeId: number,
  contents: ReadonlySet<number>,
): Promise<number> {
  const orphans = new Set(contents);
  const versionIds = (await listVersions(transaction, { primeId })).map(({ id }) => id);
  for (let at = 0; at < versionIds.length && orphans.size > 0; at += INVENTORIES_AT_A_TIME) {
    const ids = versionIds.slice(at, at + INVENTORIES_AT_A_TIME);
    for (const { contents: listed } of await readInventories(transaction, ids))
      for (const { id } of unpackContents(listed)) orphans.delete(id);
    await setImmediate();
  }
  const removed = await deleteContents(transaction, [...orphans]);
  const texts = await deleteTexts(transaction, [...new Set(removed.map(({ texts_id }) => texts_id))]);
  return [...removed, ...texts].reduce((sum, { bytes }) => sum + bytes, 0);
}
