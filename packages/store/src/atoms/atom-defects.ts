// Finds defects in the tables of atoms, for the store and the ledger.
import { unpackContents } from './content-list.ts';

/** Compares the tables of atoms with each other: one row for each defect, with a column `defect`. */
export const ATOM_DEFECTS_SQL = `
    select 'atom content ' || atom_contents.id || ' has no texts' as defect
    from atom_contents left join atom_texts on atom_texts.id = texts_id where atom_texts.id is null
    union all
    select 'the inventory of version ' || version_id || ' belongs to no version'
    from inventories left join versions on versions.id = version_id where versions.id is null
    union all
    select 'atom ' || latest_atoms.atom || ' of Prime ' || prime_id || ' has no content'
    from latest_atoms left join atom_contents on atom_contents.id = content_id where atom_contents.id is null
    union all
    select 'edge to ' || target || ' of Prime ' || prime_id || ' has no content'
    from latest_edges left join atom_contents on atom_contents.id = content_id where atom_contents.id is null`;

/** The columns of an inventory that its defects show in. */
export interface CheckedInventory {
  readonly version_id: number;
  readonly atom_count: number;
  readonly contents: Uint8Array;
}

/** Inventories of one page: each is read whole, and may be large. */
export const INVENTORIES_AT_A_TIME = 100;

/** What is wrong with an inventory; undefined if nothing is. */
export function findInventoryDefect({
  version_id,
  atom_count,
  contents,
}: CheckedInventory): string | undefined {
  const listed = countListed(contents);
  if (listed === atom_count) return undefined;
  return `the inventory of version ${version_id} lists ${listed} atoms instead of ${atom_count}`;
}

/** The number of listed atoms; 0 if the list is damaged. */
function countListed(contents: Uint8Array): number {
  try {
    return unpackContents(contents).length;
  } catch {
    return 0;
  }
}
