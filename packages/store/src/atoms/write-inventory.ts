// Stores inventories in the transaction of their versions.
import type { Transaction } from 'kysely';
import { prepareForMany } from '../sql/batches.ts';
import { prepareQuery } from '../sql/prepared-query.ts';
import type { Schema } from '../sql/schema.ts';
import { type ListedContent, packContents } from './content-list.ts';
import type { NewContent } from './encode-atom.ts';
import type { PreparedAtom, PreparedInventory } from './prepare-inventory.ts';

/** A prepared atom whose content is not stored. */
type NewAtom = Extract<PreparedAtom, { readonly content: NewContent }>;

/** The inventory of a version; it replaces a stored one. */
interface VersionInventory {
  readonly versionId: number;
  readonly inventory: PreparedInventory;
}

/** Stores inventories. */
export type WriteInventories = (
  transaction: Transaction<Schema>,
  inventories: readonly VersionInventory[],
) => Promise<void>;

export function createInventoryWriter(): WriteInventories {
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

  return async (transaction, inventories) => {
    const ids = await storeContents(
      transaction,
      inventories.flatMap(({ inventory }) => inventory.atoms),
    );
    const rows = inventories.map(({ versionId, inventory: { atoms, summary } }) => {
      const listed = atoms.map(
        ({ kind, key, contentId }): ListedContent => ({
          kind,
          id: contentId ?? getId(ids, key),
        }),
      );
      return { ...summary, version_id: versionId, contents: packContents(listed) };
    });
    await upsert.each(transaction, rows);
  };

  /** @returns the ids of the contents that had no known id, by key */
  async function storeContents(
    transaction: Transaction<Schema>,
    atoms: readonly PreparedAtom[],
  ): Promise<Map<string, number>> {
    const unknown = new Map<string, NewAtom>();
    for (const atom of atoms) if (atom.contentId === undefined) unknown.set(atom.key, atom);
    // A concurrent transaction may have stored the same contents.
    const ids = toIds(await findContents(transaction, [...unknown.keys()]));
    const missing = [...unknown.values()].filter(({ key }) => !ids.has(key));
    const textIds = await storeTexts(transaction, missing);
    const rows = missing.map(({ content, textsKey }) => ({ ...content, texts_id: getId(textIds, textsKey) }));
    for (const { id, key } of await insertContents(transaction, rows)) ids.set(key, id);
    return ids;
  }

  async function storeTexts(
    transaction: Transaction<Schema>,
    atoms: readonly NewAtom[],
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
  if (id === undefined) throw new Error('a content of an inventory was not stored');
  return id;
}
