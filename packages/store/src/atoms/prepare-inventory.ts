// Prepares the inventory of a publish before its transaction begins, so that the transaction does not wait
// for the compression of texts. Only what is not stored yet is encoded.
import { setImmediate } from 'node:timers/promises';
import type { Inventory } from '@prime-registry/atoms';
import { INVENTORY_FORMAT } from '../contracts/atom-store.ts';
import type { EncodedAtom, NewInventory, WantedAtom } from '../contracts/new-inventory.ts';
import { prepareForMany } from '../sql/batches.ts';
import type { Database } from '../sql/schema.ts';
import { InventoryEncoder } from './inventory-encoder.ts';
import type { PreparedAtom, PreparedInventory } from './prepared-inventory.ts';

// A batch takes some milliseconds.
const ATOMS_AT_A_TIME = 50;
/** What an atom takes in the list of its version. */
const LISTED_BYTES = 8;

const findContents = prepareForMany((reader, keys: readonly string[]) =>
  reader.selectFrom('atom_contents').where('key', 'in', keys).select(['id', 'key']),
);
const findTexts = prepareForMany((reader, keys: readonly string[]) =>
  reader.selectFrom('atom_texts').where('key', 'in', keys).select('key'),
);

/**
 * Prepares an inventory. A Prime that is evictable loses contents with its versions: contents that are stored now may be
 * gone when the transaction begins.
 * @param db - sees committed data
 */
export async function prepareInventory(
  db: Database,
  prime: string,
  given: Inventory | NewInventory,
  { isEvictable }: { readonly isEvictable: boolean },
): Promise<PreparedInventory> {
  const inventory = 'atoms' in given ? new InventoryEncoder(given) : given;
  const keys = await inventory.listKeys(prime);
  const contents = isEvictable
    ? []
    : await findContents(
        db,
        keys.map(({ key }) => key),
      );
  const idByKey = new Map(contents.map(({ id, key }) => [key, id]));
  const unknown = [...keys.entries()].filter(([, { key }]) => !idByKey.has(key));
  const texts = isEvictable
    ? []
    : await findTexts(
        db,
        unknown.map(([, { textsKey }]) => textsKey),
      );
  const storedTexts = new Set(texts.map(({ key }) => key));
  const encoded = await encodeAll(
    inventory,
    unknown.map(([index, { textsKey }]) => ({ index, withTexts: !storedTexts.has(textsKey) })),
  );
  const atoms = keys.map((atom, index): PreparedAtom => {
    const rows = encoded.get(index);
    return rows === undefined ? { ...atom, contentId: getId(idByKey, atom.key) } : { ...atom, ...rows };
  });
  const summary = encodeSummary(inventory.summary);
  return { atoms, summary, sizeBytes: Buffer.byteLength(summary.problems) + countBytes(atoms) };
}

/** @returns the rows by index */
async function encodeAll(
  inventory: NewInventory,
  wanted: readonly WantedAtom[],
): Promise<Map<number, EncodedAtom>> {
  const encoded = new Map<number, EncodedAtom>();
  for (let at = 0; at < wanted.length; at += ATOMS_AT_A_TIME) {
    if (at > 0) await setImmediate();
    const some = wanted.slice(at, at + ATOMS_AT_A_TIME);
    for (const [place, rows] of (await inventory.encode(some)).entries()) {
      encoded.set(some[place]?.index ?? -1, rows);
    }
  }
  return encoded;
}

function encodeSummary({
  atomCount,
  kinds,
  problems,
  problemCount,
  assessment,
}: NewInventory['summary']): PreparedInventory['summary'] {
  return {
    format: INVENTORY_FORMAT,
    atom_count: atomCount,
    kinds: JSON.stringify(kinds),
    problems: JSON.stringify(problems),
    problem_count: problemCount,
    assessment: JSON.stringify(assessment),
  };
}

/** Atoms of one version may have the same texts, which are stored once. */
function countBytes(atoms: readonly PreparedAtom[]): number {
  const textKeys = new Set<string>();
  let sizeBytes = atoms.length * LISTED_BYTES;
  for (const atom of atoms) {
    if (atom.contentId !== undefined) continue;
    const { content, textsKey, texts } = atom;
    sizeBytes += content.length;
    if (!textKeys.has(textsKey)) sizeBytes += texts?.length ?? 0;
    textKeys.add(textsKey);
  }
  return sizeBytes;
}

function getId(ids: ReadonlyMap<string, number>, key: string): number {
  const id = ids.get(key);
  if (id === undefined) throw new Error('an atom is neither stored nor encoded');
  return id;
}
