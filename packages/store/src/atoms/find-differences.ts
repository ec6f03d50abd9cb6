// The atoms in which versions differ. An atom that stays the same is the same row in all versions of a Prime, so that
// comparing the lists of rows says which atoms to read.
import { ownTurn } from '@prime-registry/concurrency';
import type { AtomDifferences, ComparedRow, DifferenceBudget, VersionPair } from '../contracts/atom-store.ts';
import type { ListedContent } from './content-list.ts';
import { inBatches } from './content-places.ts';

/** The list of the contents of a version, not unpacked yet. */
interface PackedList {
  readonly atomCount: number;
  readonly unpack: () => readonly ListedContent[];
}

/** What the comparison reads. */
export interface DifferenceReads {
  /** The contents of versions of a Prime by identity; those without an inventory are left out. */
  readonly readContents: (identities: readonly string[]) => Promise<ReadonlyMap<string, PackedList>>;
  readonly readRows: (ids: readonly number[]) => Promise<ReadonlyMap<number, ComparedRow>>;
}

/** Pairs whose lists of contents are in memory at the same time. */
const PAIRS_OF_A_BATCH = 16;

interface DifferentIds {
  readonly before: readonly number[];
  readonly after: readonly number[];
}

/** See {@link AtomStore.findDifferences}. */
export async function findDifferences(
  reads: DifferenceReads,
  pairs: readonly VersionPair[],
  budget: DifferenceBudget,
): Promise<readonly (AtomDifferences | undefined)[]> {
  const found: (AtomDifferences | undefined)[] = [];
  for (let at = 0; at < pairs.length; at += PAIRS_OF_A_BATCH) {
    const batch = pairs.slice(at, at + PAIRS_OF_A_BATCH);
    const isFirst = !budget.isUsed;
    const lists = await compareBatch(reads, batch, budget);
    const rows = await readWithin(reads, lists, budget);
    for (const list of lists) {
      const differences = list && toDifferences(list, rows);
      // A pair that is too large alone must not be tried again and again.
      if (list !== undefined && differences === undefined && !(isFirst && found.length === 0)) return found;
      found.push(differences);
    }
    if (found.length < at + batch.length) {
      if (isFirst && found.length === 0) found.push(undefined);
      break;
    }
  }
  return found;
}

/** The ids that differ in the first pairs, as far as the budget reaches. */
async function compareBatch(
  { readContents }: DifferenceReads,
  batch: readonly VersionPair[],
  budget: DifferenceBudget,
): Promise<(DifferentIds | undefined)[]> {
  const packed = await readContents([
    ...new Set(batch.flatMap(([before, after]) => [before.identity, after.identity])),
  ]);
  const unpacked = new Map<string, ReadonlySet<number>>();
  const unpack = async (identity: string): Promise<ReadonlySet<number> | undefined> => {
    const list = packed.get(identity);
    const known = unpacked.get(identity);
    if (known !== undefined || list === undefined) return known;
    budget.listed -= list.atomCount;
    budget.isUsed = true;
    if (budget.listed < 0) return undefined;
    await ownTurn();
    const ids = new Set(list.unpack().map(({ id }) => id));
    unpacked.set(identity, ids);
    return ids;
  };
  const lists: (DifferentIds | undefined)[] = [];
  for (const [before, after] of batch) {
    if (!packed.has(before.identity) || !packed.has(after.identity)) {
      lists.push(undefined);
      continue;
    }
    const [old, young] = [await unpack(before.identity), await unpack(after.identity)];
    if (old === undefined || young === undefined) break;
    const list = { before: [...old.difference(young)], after: [...young.difference(old)] };
    budget.atoms -= list.before.length + list.after.length;
    if (budget.atoms < 0) break;
    lists.push(list);
  }
  return lists;
}

/** Reads the rows of the lists, in their order, as far as the budget reaches. */
async function readWithin(
  { readRows }: DifferenceReads,
  lists: readonly (DifferentIds | undefined)[],
  budget: DifferenceBudget,
): Promise<ReadonlyMap<number, ComparedRow>> {
  const ids = new Set(lists.flatMap((list) => (list === undefined ? [] : [...list.before, ...list.after])));
  const rows = new Map<number, ComparedRow>();
  for await (const batch of inBatches([...ids])) {
    const read = await readRows(batch);
    for (const row of read.values()) budget.characters -= charactersOf(row);
    if (budget.characters < 0) break;
    for (const [id, row] of read) rows.set(id, row);
  }
  return rows;
}

/** What reading a row costs. */
function charactersOf({ edges, fields, facts, description }: ComparedRow): number {
  return edges.length + fields.length + facts.length + description.length;
}

/** Undefined if not all rows were read. */
function toDifferences(
  { before, after }: DifferentIds,
  rows: ReadonlyMap<number, ComparedRow>,
): AtomDifferences | undefined {
  const read = (ids: readonly number[]): ComparedRow[] => ids.flatMap((id) => rows.get(id) ?? []);
  const [old, young] = [read(before), read(after)];
  return old.length < before.length || young.length < after.length
    ? undefined
    : { before: old, after: young };
}
