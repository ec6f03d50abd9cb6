// What is searched, and where atoms are known, goes by the latest version of a Prime: every publish and yank may change it.
import { setImmediate } from 'node:timers/promises';
import type { Transaction } from 'kysely';
import { createLatestAtomsRefresher } from './atoms/latest-atoms.ts';
import { prepareQuery } from './prepared-query.ts';
import type { Schema } from './schema.ts';
import { learnWords } from './search/vocabulary.ts';
import { refreshSearchEntry } from './search-entries.ts';
import type { SearchIndex } from './search-index.ts';

/**
 * Brings what is kept of the latest versions of some Primes up to date with their versions. To be the last that a transaction
 * does: two that learn the same words wait for each other.
 */
export type RefreshLatest = (
  transaction: Transaction<Schema>,
  primeIds: Iterable<number>,
) => Promise<void>;

export function createLatestRefresher(searchIndex: SearchIndex): RefreshLatest {
  const findLatest = createLatestFinder();
  const refreshAtoms = createLatestAtomsRefresher();

  return async (transaction, primeIds) => {
    const words = new Set<string>();
    for (const primeId of primeIds) {
      const [latest] = await findLatest(transaction, { primeId });
      const ofEntry = await refreshSearchEntry(searchIndex, transaction, primeId, latest);
      await refreshAtoms(transaction, primeId, latest);
      for (const word of ofEntry) words.add(word);
      // Readers get their turn: a long description takes milliseconds.
      await setImmediate();
    }
    await learnWords(searchIndex.vocabulary, transaction, words, () => setImmediate());
  };
}

/** A latest version, as far as it is kept apart. */
export interface LatestVersion {
  readonly id: number;
  /** Of its Prime. */
  readonly name: string;
  readonly version: string;
  readonly description: string;
  /** JSON. */
  readonly namespaces: string;
  readonly tags: string;
}

/** `latest`, as protocol's selectLatest has it, asked of the index: however many versions there are, one is read. */
function createLatestFinder() {
  return prepareQuery((db, { primeId }: { primeId: number }) => {
    const highest = (isPrerelease: 0 | 1) =>
      db
        .selectFrom('versions')
        .where('prime_id', '=', primeId)
        .where('is_prerelease', '=', isPrerelease)
        .where('yanked_at_ms', 'is', null)
        .select('id')
        .orderBy('precedence', 'desc')
        .limit(1);
    return db
      .selectFrom('versions')
      .innerJoin('primes', 'primes.id', 'versions.prime_id')
      .where('versions.id', '=', ({ fn }) => fn.coalesce(highest(0), highest(1)))
      .select(['versions.id', 'primes.name', 'versions.version', 'description', 'namespaces', 'tags']);
  });
}
