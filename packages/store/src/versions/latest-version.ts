// Search and the index of atoms follow the latest version of a Prime. Publishes and yanks may change it.
import { refreshLatestAtoms } from '../atoms/latest-atoms.ts';
import { refreshLatestEdges } from '../atoms/latest-edges.ts';
import { refreshInside } from '../search/inside/refresh-inside.ts';
import { refreshSearchEntries } from '../search/search-entries.ts';
import type { SearchIndex } from '../search/search-index.ts';
import { NewWords } from '../search/words/new-words.ts';
import { learnWords } from '../search/words/vocabulary.ts';
import type { Transaction } from '../sql/schema.ts';
import { together } from '../sql/together.ts';
import { findLatest } from './latest-finder.ts';
import { refreshLatestRequires } from './latest-requires.ts';

// As many as a group commit; each may have a long README.
const PRIMES_AT_A_TIME = 64;

/**
 * Refreshes everything that is derived from the latest versions of some Primes. Must be the last step of a
 * transaction: two that learn the same words wait for each other.
 */
export async function refreshLatest(
  searchIndex: SearchIndex,
  transaction: Transaction,
  primeIds: Iterable<number>,
): Promise<void> {
  const words = new NewWords();
  const ids = [...primeIds];
  for (let at = 0; at < ids.length; at += PRIMES_AT_A_TIME) {
    const some = ids.slice(at, at + PRIMES_AT_A_TIME).map((primeId) => ({ primeId }));
    const found = await findLatest.each(transaction, some);
    const primes = some.map(({ primeId }, index) => ({ primeId, latest: found[index]?.[0] }));
    const refreshContents = async (): Promise<void> => {
      const { changes, write } = await refreshLatestAtoms(transaction, primes);
      await together(
        transaction,
        write,
        () => refreshLatestEdges(transaction, changes),
        () => refreshInside(searchIndex.inside, transaction, changes, words),
      );
    };
    await together(
      transaction,
      () => refreshSearchEntries(searchIndex, transaction, primes, words),
      () => refreshLatestRequires(transaction, primes),
      refreshContents,
    );
  }
  await learnWords(searchIndex.vocabulary, transaction, words);
}
