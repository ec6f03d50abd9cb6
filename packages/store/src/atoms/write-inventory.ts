// Stores inventories in the transaction of their versions.
import { setImmediate } from 'node:timers/promises';
import type { ContentRow } from '../contracts/new-inventory.ts';
import { prepareForMany } from '../sql/batches.ts';
import { prepareQuery } from '../sql/prepared-query.ts';
import type { Transaction } from '../sql/schema.ts';
import { type ListedContent, packContents } from './content-list.ts';
import { countContentBytes, decodeContent } from './encode-atom.ts';
import type { PreparedAtom, PreparedInventory } from './prepared-inventory.ts';

/** A prepared atom whose content is not stored. */
type NewAtom = Extract<PreparedAtom, { readonly content: Uint8Array }>;

/** Rows of atoms that are decoded at once. */
const ROWS_AT_A_TIME = 100;

/** The inventory of a version; it replaces a stored one. */
interface VersionInventory {
  readonly versionId: number;
  readonly inventory: PreparedInventory;
  /** Whether the bytes of its rows are wanted. */
  readonly isCounted: boolean;
}

const findContents = prepareForMany((db, keys: readonly string[]) =>
  db.selectFrom('atom_contents').where('key', 'in', keys).select(['id', 'key']),
);
const insertContents = prepareForMany((db, rows: readonly (ContentRow & { texts_id: number })[]) =>
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
          assessment: ref('excluded.assessment'),
        })),
      ),
);

/**
 * Stores inventories.
 * @returns the bytes of the rows that were inserted, by version; an atom that several versions share counts
 *   for one of them
 */
export async function writeInventories(
  transaction: Transaction,
  inventories: readonly VersionInventory[],
): Promise<ReadonlyMap<number, number>> {
  const { ids, newKeys } = await storeContents(
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
  const listed = new Map(rows.map(({ version_id, contents }) => [version_id, contents.length]));
  const counted = inventories.filter(({ isCounted }) => isCounted);
  return new Map(
    counted.map(({ versionId, inventory: { atoms, summary } }) => {
      const rowBytes =
        Buffer.byteLength(summary.kinds + summary.problems + summary.assessment) +
        (listed.get(versionId) ?? 0);
      return [versionId, rowBytes + countNew(atoms, newKeys)];
    }),
  );
}

/** @returns the ids of the contents that had no known id, by key, and the keys of the inserted rows */
async function storeContents(
  transaction: Transaction,
  atoms: readonly PreparedAtom[],
): Promise<{ readonly ids: Map<string, number>; readonly newKeys: Set<string> }> {
  const unknown = new Map<string, NewAtom>();
  for (const atom of atoms) if (atom.contentId === undefined) unknown.set(atom.key, atom);
  // A concurrent transaction may have stored the same contents.
  const ids = toIds(await findContents(transaction, [...unknown.keys()]));
  const missing = [...unknown.values()].filter(({ key }) => !ids.has(key));
  const { ids: textIds, newKeys } = await storeTexts(transaction, missing);
  for (let at = 0; at < missing.length; at += ROWS_AT_A_TIME) {
    if (at > 0) await setImmediate();
    const rows = missing
      .slice(at, at + ROWS_AT_A_TIME)
      .map(({ content, textsKey }) => ({ ...decodeContent(content), texts_id: getId(textIds, textsKey) }));
    for (const { id, key } of await insertContents(transaction, rows)) {
      ids.set(key, id);
      newKeys.add(key);
    }
  }
  return { ids, newKeys };
}

async function storeTexts(
  transaction: Transaction,
  atoms: readonly NewAtom[],
): Promise<{ readonly ids: Map<string, number>; readonly newKeys: Set<string> }> {
  const keys = [...new Set(atoms.map(({ textsKey }) => textsKey))];
  const ids = toIds(await findTexts(transaction, keys));
  const rows = new Map<string, { key: string; texts: Uint8Array }>();
  for (const { textsKey: key, texts } of atoms) {
    if (texts !== undefined && !ids.has(key)) rows.set(key, { key, texts });
  }
  for (const { id, key } of await insertTexts(transaction, [...rows.values()])) ids.set(key, id);
  return { ids, newKeys: new Set(rows.keys()) };
}

/** The bytes of the rows of new atoms. @param newKeys - those that were counted are removed */
function countNew(atoms: readonly PreparedAtom[], newKeys: Set<string>): number {
  let bytes = 0;
  for (const atom of atoms) {
    if (atom.contentId !== undefined) continue;
    const { key, content, textsKey, texts = '' } = atom;
    if (newKeys.delete(key)) bytes += countContentBytes(decodeContent(content));
    if (newKeys.delete(textsKey)) bytes += textsKey.length + texts.length;
  }
  return bytes;
}

function toIds(rows: readonly { readonly id: number; readonly key: string }[]): Map<string, number> {
  return new Map(rows.map(({ id, key }) => [key, id]));
}

function getId(ids: ReadonlyMap<string, number>, key: string): number {
  const id = ids.get(key);
  if (id === undefined) throw new Error('a content of an inventory was not stored');
  return id;
}
