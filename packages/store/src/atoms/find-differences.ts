// The atoms in which versions differ. An atom that stays the same is the same row in all versions of a Prime, so that
// comparing the lists of rows says which atoms to read.
import type { AtomDifferences, ComparedRow, VersionPair } from '../contracts/atom-store.ts';
import type { ListedContent } from './content-list.ts';

/** What the comparison reads. */
export interface DifferenceReads {
  /** The contents of versions of a Prime by identity; those without an inventory are left out. */
  readonly readContents: (
    identities: readonly string[],
  ) => Promise<ReadonlyMap<string, readonly ListedContent[]>>;
  readonly readRows: (ids: readonly number[]) => Promise<ReadonlyMap<number, ComparedRow>>;
}

/** Pairs whose lists of contents are in memory at the same time. */
const PAIRS_OF_A_BATCH = 16;

/** See {@link AtomStore.findDifferences}. */
export async function findDifferences(
  { readContents, readRows }: DifferenceReads,
  pairs: readonly VersionPair[],
  maxAtoms: number,
): Promise<readonly (AtomDifferences | undefined)[]> {
  const found: (AtomDifferences | undefined)[] = [];
  let left = maxAtoms;
  for (let at = 0; at < pairs.length; at += PAIRS_OF_A_BATCH) {
    const batch = pairs.slice(at, at + PAIRS_OF_A_BATCH);
    const contents = await readContents([
      ...new Set(batch.flatMap(([before, after]) => [before.identity, after.identity])),
    ]);
    const lists = batch.map(([before, after]) =>
      compareLists(contents.get(before.identity), contents.get(after.identity)),
    );
    const fitting = lists.findIndex((list) => {
      left -= list?.length ?? 0;
      return left < 0;
    });
    const read = fitting === -1 ? lists : lists.slice(0, fitting);
    const rows = await readRows([
      ...new Set(read.flatMap((list) => (list === undefined ? [] : [...list.before, ...list.after]))),
    ]);
    const toRows = (ids: readonly number[]) => ids.flatMap((id) => rows.get(id) ?? []);
    for (const list of read) found.push(list && { before: toRows(list.before), after: toRows(list.after) });
    if (fitting !== -1) break;
  }
  return found;
}

/** The ids that only one of the lists has. */
function compareLists(
  before: readonly ListedContent[] | undefined,
  after: readonly ListedContent[] | undefined,
): { readonly before: number[]; readonly after: number[]; readonly length: number } | undefined {
  if (before === undefined || after === undefined) return undefined;
  const [old, young] = [before, after].map((list) => new Set(list.map(({ id }) => id))) as [
    Set<number>,
    Set<number>,
  ];
  const [gone, come] = [[...old.difference(young)], [...young.difference(old)]];
  return { before: gone, after: come, length: gone.length + come.length };
}
