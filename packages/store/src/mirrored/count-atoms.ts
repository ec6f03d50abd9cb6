// Counts the bytes that the inventories of all versions of a Prime occupy, as their removal would free them.
import { unpackContents } from '../atoms/content-list.ts';
import { prepareRead } from '../atoms/read-contents.ts';
import { prepareForMany } from '../sql/batches.ts';
import type { Transaction } from '../sql/schema.ts';
import { CONTENT_BYTES, INVENTORY_BYTES, TEXTS_BYTES } from '../versions/stored-bytes.ts';

const readInventories = prepareForMany((db, ids: readonly number[]) =>
  db
    .selectFrom('inventories')
    .where('version_id', 'in', ids)
    .select(['contents', INVENTORY_BYTES.as('bytes')]),
);
const readContents = prepareRead(['texts_id', CONTENT_BYTES.as('bytes')]);
const readTexts = prepareForMany((db, ids: readonly number[]) =>
  db.selectFrom('atom_texts').where('id', 'in', ids).select(TEXTS_BYTES.as('bytes')),
);

/** @param versionIds - all versions of a Prime */
export async function countAtoms(transaction: Transaction, versionIds: readonly number[]): Promise<number> {
  const inventories = await readInventories(transaction, versionIds);
  const listed = inventories.flatMap(({ contents }) => unpackContents(contents));
  const contents = await readContents(transaction, [...new Set(listed.map(({ id }) => id))]);
  const texts = await readTexts(transaction, [...new Set(contents.map(({ texts_id }) => texts_id))]);
  return [...inventories, ...contents, ...texts].reduce((sum, { bytes }) => sum + bytes, 0);
}
