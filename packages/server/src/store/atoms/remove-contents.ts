// Removes what is known of atoms that no version has any more. Contents and texts are of one Prime, so that its own versions are all
// there is to look at.
import { setImmediate } from 'node:timers/promises';
import type { Transaction } from 'kysely';
import { prepareQuery } from '../prepared-query.ts';
import type { Schema } from '../schema.ts';
import { prepareForMany } from './batches.ts';
import { unpackContents } from './content-list.ts';

// Some milliseconds.
const INVENTORIES_AT_A_TIME = 20;

/** Makes a function that removes those of some contents of a Prime that none of its versions lists, with their texts. */
export function createContentRemover() {
  const listInventories = prepareQuery(
    (db, { primeId, afterId, limit }: { primeId: number; afterId: number; limit: number }) =>
      db
        .selectFrom('inventories')
        .innerJoin('versions', 'versions.id', 'version_id')
        .where('prime_id', '=', primeId)
        .where('version_id', '>', afterId)
        .orderBy('version_id')
        .limit(limit)
        .select(['version_id', 'contents']),
  );
  const deleteContents = prepareForMany((db, ids: readonly number[]) =>
    db.deleteFrom('atom_contents').where('id', 'in', ids).returning('texts_id'),
  );
  const deleteTexts = prepareForMany((db, ids: readonly number[]) =>
    db
      .deleteFrom('atom_texts')
      .where('id', 'in', ids)
      .where('id', 'not in', (query) =>
        query.selectFrom('atom_contents').where('texts_id', 'in', ids).select('texts_id'),
      ),
  );

  return async (
    transaction: Transaction<Schema>,
    primeId: number,
    contents: ReadonlySet<number>,
  ): Promise<void> => {
    const orphans = new Set(contents);
    for (let afterId = 0; orphans.size > 0; ) {
      const inventories = await listInventories(transaction, {
        ...{ primeId, afterId, limit: INVENTORIES_AT_A_TIME },
      });
      for (const inventory of inventories)
        for (const { id } of unpackContents(inventory.contents)) orphans.delete(id);
      afterId = inventories.at(-1)?.version_id ?? afterId;
      if (inventories.length < INVENTORIES_AT_A_TIME) break;
      await setImmediate();
    }
    const texts = await deleteContents(transaction, [...orphans]);
    await deleteTexts(transaction, [...new Set(texts.map(({ texts_id }) => texts_id))]);
  };
}
