// Prepares the inventory of a publish before its transaction begins, so that the transaction does not wait
// for the compression of texts.
import { setImmediate } from 'node:timers/promises';
import { countKinds, type Inventory } from '@prime-registry/atoms';
import type { Kysely } from 'kysely';
import { INVENTORY_FORMAT } from '../contracts/atom-store.ts';
import { prepareForMany } from '../sql/batches.ts';
import type { Schema } from '../sql/schema.ts';
import { encodeContent, encodeTexts, type NewContent, textsKeyOf } from './encode-atom.ts';

/** An atom that is ready to be stored. */
export interface PreparedAtom {
  readonly kind: string;
  readonly content: NewContent;
  readonly textsKey: string;
  /** Undefined if they are already stored. */
  readonly texts: Uint8Array | undefined;
  /** Id of its content, if that is already stored. */
  readonly contentId: number | undefined;
}

/** An inventory that is ready to be stored. */
export interface PreparedInventory {
  /** Sorted by id. */
  readonly atoms: readonly PreparedAtom[];
  /** The summary columns of `inventories`. */
  readonly summary: {
    readonly format: number;
    readonly atom_count: number;
    readonly kinds: string;
    readonly problems: string;
    readonly problem_count: number;
  };
  /** Bytes of the rows to be written. */
  readonly sizeBytes: number;
}

// A batch takes some milliseconds.
const ATOMS_AT_A_TIME = 50;
/** What an atom takes in the list of its version. */
const LISTED_BYTES = 8;

/**
 * Creates a function that prepares an inventory. A Prime that is evictable loses contents with its versions:
 * contents that are stored now may be gone when the transaction begins.
 * @param db - sees committed data
 */
export function createInventoryPreparer(db: Kysely<Schema>) {
  const findContents = prepareForMany((reader, keys: readonly string[]) =>
    reader.selectFrom('atom_contents').where('key', 'in', keys).select(['id', 'key']),
  );
  const findTexts = prepareForMany((reader, keys: readonly string[]) =>
    reader.selectFrom('atom_texts').where('key', 'in', keys).select('key'),
  );

  return async (
    prime: string,
    inventory: Inventory,
    { isEvictable }: { readonly isEvictable: boolean },
  ): Promise<PreparedInventory> => {
    const encoded = await inPieces(inventory.atoms, (atom) => {
      const textsKey = textsKeyOf(prime, atom.texts);
      return { atom, textsKey, content: encodeContent(prime, atom, textsKey) };
    });
    const contents = isEvictable
      ? []
      : await findContents(
          db,
          encoded.map(({ content }) => content.key),
        );
    const idByKey = new Map(contents.map(({ id, key }) => [key, id]));
    const unknown = encoded.filter(({ content }) => !idByKey.has(content.key));
    const texts = isEvictable
      ? []
      : await findTexts(
          db,
          unknown.map(({ textsKey }) => textsKey),
        );
    const storedTexts = new Set(texts.map(({ key }) => key));
    const atoms = await inPieces(encoded, ({ atom, textsKey, content }): PreparedAtom => {
      const contentId = idByKey.get(content.key);
      const isStored = contentId !== undefined || storedTexts.has(textsKey);
      const { kind } = atom;
      return { kind, content, textsKey, texts: isStored ? undefined : encodeTexts(atom.texts), contentId };
    });
    const summary = summarise(inventory);
    return { atoms, summary, sizeBytes: Buffer.byteLength(summary.problems) + countBytes(atoms) };
  };
}

function summarise({ atoms, problems, problemCount }: Inventory): PreparedInventory['summary'] {
  return {
    format: INVENTORY_FORMAT,
    atom_count: atoms.length,
    kinds: JSON.stringify(countKinds(atoms)),
    problems: JSON.stringify(problems),
    problem_count: problemCount,
  };
}

/** Atoms of one version may have the same texts, which are stored once. */
function countBytes(atoms: readonly PreparedAtom[]): number {
  const textKeys = new Set<string>();
  let sizeBytes = atoms.length * LISTED_BYTES;
  for (const { content, textsKey, texts, contentId } of atoms) {
    if (contentId !== undefined) continue;
    for (const column of Object.values(content)) sizeBytes += Buffer.byteLength(String(column));
    if (!textKeys.has(textsKey)) sizeBytes += texts?.length ?? 0;
    textKeys.add(textsKey);
  }
  return sizeBytes;
}

async function inPieces<From, To>(items: readonly From[], make: (item: From) => To): Promise<To[]> {
  const made: To[] = [];
  for (const [index, item] of items.entries()) {
    if (index > 0 && index % ATOMS_AT_A_TIME === 0) await setImmediate();
    made.push(make(item));
  }
  return made;
}
