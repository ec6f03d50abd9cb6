// Rebuilds the search index of some Primes from their latest versions and inventories.
import { unpackContents } from '../atoms/content-list.ts';
import { refreshLatestAtoms } from '../atoms/latest-atoms.ts';
import { refreshLatestEdges } from '../atoms/latest-edges.ts';
import type { Transaction } from '../sql/schema.ts';
import { findLatest } from '../versions/latest-finder.ts';
import { refreshInside } from './inside/refresh-inside.ts';
import { refreshSearchEntries } from './search-entries.ts';
import type { SearchIndex } from './search-index.ts';
import { NewWords } from './words/new-words.ts';
import { learnWords } from './words/vocabulary.ts';

/** Indexes Primes from scratch. Must be the last step of a transaction, like a refresh. */
export async function fillSearch(
  searchIndex: SearchIndex,
  transaction: Transaction,
  primeIds: readonly number[],
): Promise<void> {
  // A publish may have indexed the atoms that it changed, while the others were not indexed yet.
  await searchIndex.inside.removePrimes(transaction, primeIds);
  const asked = primeIds.map((primeId) => ({ primeId }));
  const found = await findLatest.each(transaction, asked);
  const primes = asked.map(({ primeId }, index) => ({ primeId, latest: found[index]?.[0] }));
  const words = new NewWords();
  await refreshSearchEntries(searchIndex, transaction, primes, words);
  // Databases from the time before atoms were read lack the row in latest_contents.
  const { changes, write } = await refreshLatestAtoms(transaction, primes);
  await write();
  await refreshLatestEdges(transaction, changes);
  const all = changes
    .filter(({ latest }) => latest !== undefined)
    .map((change) => ({ ...change, came: idsIn(change.latest?.contents), went: [] }));
  await refreshInside(searchIndex.inside, transaction, all, words);
  await learnWords(searchIndex.vocabulary, transaction, words);
}

function idsIn(contents: Uint8Array | null | undefined): number[] {
  return contents ? unpackContents(contents).map(({ id }) => id) : [];
}
