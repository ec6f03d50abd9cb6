// The rows of a batch of Primes, as publishes would have written them.
import { packContents } from '../../../packages/store/src/atoms/content-list.ts';
import { decodeContent } from '../../../packages/store/src/atoms/encode-atom.ts';
import { InventoryEncoder } from '../../../packages/store/src/atoms/inventory-encoder.ts';
import { INVENTORY_FORMAT } from '../../../packages/store/src/contracts/atom-store.ts';
import { toVersionColumns } from '../../../packages/store/src/versions/insert/version-columns.ts';
import { generateInventory } from '../../corpus/generate-inventory.ts';
import { listNewVersions } from '../../corpus/new-versions.ts';
import type { FilledRow } from '../engines/engine.ts';
import type { Batch } from './corpus.ts';

/** A few sentences, as a rule has. */
const TEXT_CHARACTERS = 600;
const MOST_DOWNLOADS = 1_000_000;

/** Rows by table, in the order in which they are inserted. */
export type BatchRows = ReadonlyMap<string, FilledRow[]>;

/** Makes the rows. @param atoms - of each Prime */
export async function makeRows(batch: Batch, atoms: number): Promise<BatchRows> {
  const rows = new Map<string, FilledRow[]>(
    ['primes', 'versions', 'download_totals', 'atom_texts', 'atom_contents', 'inventories'].map((table) => [
      table,
      [],
    ]),
  );
  const add = (table: string, row: FilledRow): void => {
    rows.get(table)?.push(row);
  };
  let [primeId, versionId, atomId] = [batch.firstPrimeId, batch.firstVersionId, batch.firstAtomId];
  for (const prime of batch.primes) {
    const inventory = await makeInventory(prime.name, atoms, atomId, add);
    for (const version of listNewVersions(prime)) {
      if (version.version.full === prime.versions[0]) {
        add('primes', { id: primeId, name: prime.name, created_at_ms: version.publishedAtMs });
        add('download_totals', { prime_id: primeId, downloads: Math.ceil(MOST_DOWNLOADS / primeId) });
      }
      add('versions', { id: versionId, prime_id: primeId, ...toVersionColumns({ ...version, atoms }) });
      add('inventories', { version_id: versionId, ...inventory });
      versionId += 1;
    }
    primeId += 1;
    atomId += atoms;
  }
  return rows;
}

/** Adds the rows of atoms. @returns the row of `inventories`, without its version */
async function makeInventory(
  prime: string,
  count: number,
  firstId: number,
  add: (table: string, row: FilledRow) => void,
): Promise<FilledRow> {
  const inventory = generateInventory(prime, count, { textCharacters: TEXT_CHARACTERS });
  const sorted = { ...inventory, atoms: inventory.atoms.toSorted((a, b) => (a.id < b.id ? -1 : 1)) };
  const encoder = new InventoryEncoder(sorted);
  const keys = await encoder.listKeys(prime);
  const encoded = await encoder.encode(keys.map((_, index) => ({ index, withTexts: true })));
  // Among thousands of atoms, some have the same texts.
  const textIds = new Map<string, number>();
  for (const [index, { content, texts }] of encoded.entries()) {
    const id = firstId + index;
    const key = keys[index]?.textsKey ?? '';
    const textsId = textIds.get(key) ?? id;
    if (textsId === id) add('atom_texts', { id, key, texts: Buffer.from(texts ?? []) });
    textIds.set(key, textsId);
    add('atom_contents', { id, ...decodeContent(content), texts_id: textsId });
  }
  const { atomCount, kinds, problems, problemCount, assessment } = encoder.summary;
  return {
    format: INVENTORY_FORMAT,
    atom_count: atomCount,
    kinds: JSON.stringify(kinds),
    problems: JSON.stringify(problems),
    problem_count: problemCount,
    assessment: JSON.stringify(assessment),
    contents: packContents(keys.map(({ kind }, index) => ({ kind, id: firstId + index }))),
  };
}
