// Stores the inventory of a version, in the transaction of that version.
import type { Transaction } from 'kysely';
import { prepareQuery } from '../prepared-query.ts';
import type { Schema } from '../schema.ts';
import { prepareForMany } from './batches.ts';
import { type ListedContent, packContents } from './content-list.ts';
import type { NewContent } from './encode-atom.ts';
import type { PreparedAtom, PreparedInventory } from './prepare-inventory.ts';

/** Stores the inventory of a version, in the place of one that is there. */
export type WriteInventory = (
  transaction: Transaction<Schema>,
  versionId: number,
  inventory: PreparedInventory,
) => Promise<void>;

export function createInventoryWriter(): WriteInventory {
  const findContents = prepareForMany((db, keys: readonly string[]) =>
    db.selectFrom('atom_contents').where('key', 'in', keys).select(['id', 'key']),
  );
  const insertContents = prepareForMany((db, rows: readonly (NewContent & { texts_id: number })[]) =>
    db.insertInto('atom_contents').values(rows).returning(['id', 'key']),
  );
  const insertTexts = prepareForMany((db, rows: readonly { key: string; texts: Uint8Array }[]) =>
    db.insertInto('atom_texts').values(rows).returning(['id', 'key']),
  );
  const findTexts = prepareForMany((db, keys: readonly string[]) =>
    db.selectFrom('atom_texts').where('key', 'in', keys).select(['id', 'key']),
  );
  const upsert = prepareQuery(
    (db, row: PreparedInventory['summary'] & { version_id: number; contents: Uint8Array }) =>
      db
        .insertInto('inventories')
        .values(row)
        .onConflict((conflict) =>
          conflict.column('version_id').doUpdateSet(({ ref }) => ({
            format: ref('excluded.format'),
            atom_count: ref('excluded.atom_count'),
            kinds: ref('excluded.kinds'),
            problems: ref('excluded.problems'),
            problem_count: ref('excluded.problem_count'),
            contents: ref('excluded.contents'),
          })),
        ),
  );

  return async (transaction, versionId, { atoms, summary }) => {
    const unknown = atoms.filter(({ contentId }) => contentId === undefined);
    // Whoever has just committed may have stored the same.
    const ids = toIds(
      await findContents(
        transaction,
        unknown.map(({ content }) => content.key),
      ),
    );
    const missing = unknown.filter(({ content }) => !ids.has(content.key));
    const textIds = await storeTexts(transaction, missing);
    const rows = missing.map(({ content, textsKey }) => ({ ...content, texts_id: getId(textIds, textsKey) }));
    for (const { id, key } of await insertContents(transaction, rows)) ids.set(key, id);
    const listed = atoms.map(
      ({ kind, content, contentId }): ListedContent => ({ kind, id: contentId ?? getId(ids, content.key) }),
    );
    await upsert(transaction, { ...summary, version_id: versionId, contents: packContents(listed) });
  };

  async function storeTexts(
    transaction: Transaction<Schema>,
    atoms: readonly PreparedAtom[],
  ): Promise<Map<string, number>> {
    const keys = [...new Set(atoms.map(({ textsKey }) => textsKey))];
    const ids = toIds(await findTexts(transaction, keys));
    const rows = new Map<string, { key: string; texts: Uint8Array }>();
    for (const { textsKey: key, texts } of atoms) {
      if (texts !== undefined && !ids.has(key)) rows.set(key, { key, texts });
    }
    for (const { id, key } of await insertTexts(transaction, [...rows.values()])) ids.set(key, id);
    return ids;
  }
}

function toIds(rows: readonly { readonly id: number; readonly key: string }[]): Map<string, number> {
  return new Map(rows.map(({ id, key }) => [key, id]));
}

function getId(ids: ReadonlyMap<string, number>, key: string): number {
  const id = ids.get(key);
  if (id === undefined) throw new Error('what an inventory needs was stored');
  return id;
}
