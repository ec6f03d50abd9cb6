// What is searched, and where atoms are known, goes by the latest version of a Prime: every publish and yank may change it.
import { setImmediate } from 'node:timers/promises';
import type { Transaction } from 'kysely';
import { createLatestAtomsRefresher } from './atoms/latest-atoms.ts';
import { createLatestFinder } from './latest-finder.ts';
import type { Schema } from './schema.ts';
import { createInsideRefresher } from './search/refresh-inside.ts';
import { learnWords } from './search/vocabulary.ts';
import { refreshSearchEntry } from './search-entries.ts';
import type { SearchIndex } from './search-index.ts';

/**
 * Brings what is kept of the latest versions of some Primes up to date with their versions. To be the last that a transaction
 * does: two that learn the same words wait for each other.
 */
export type RefreshLatest = (transaction: Transaction<Schema>, primeIds: Iterable<number>) => Promise<void>;

export function createLatestRefresher(searchIndex: SearchIndex): RefreshLatest {
  const findLatest = createLatestFinder();
  const refreshAtoms = createLatestAtomsRefresher();
  const refreshInside = createInsideRefresher(searchIndex.inside);

  return async (transaction, primeIds) => {
    const words = new Set<string>();
    for (const primeId of primeIds) {
      const [latest] = await findLatest(transaction, { primeId });
      const ofEntry = await refreshSearchEntry(searchIndex, transaction, primeId, latest);
      const change = await refreshAtoms(transaction, primeId, latest);
      const ofInside = await refreshInside(transaction, primeId, latest, change);
      for (const word of [...ofEntry, ...ofInside]) words.add(word);
      // Readers get their turn: a long description takes milliseconds.
      await setImmediate();
    }
    await learnWords(searchIndex.vocabulary, transaction, words, () => setImmediate());
  };
}
