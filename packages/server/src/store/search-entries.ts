// Search shows the latest version of a Prime, so every publish and yank may change what it shows.
import { setImmediate } from 'node:timers/promises';
import type { Transaction } from 'kysely';
import { prepareQuery } from './prepared-query.ts';
import type { Schema } from './schema.ts';
import { listWords } from './search/search-terms.ts';
import { learnWords } from './search/vocabulary.ts';
import type { SearchIndex } from './search-index.ts';

/** Brings what is searched of some Primes up to date with their versions. To be the last that a transaction does to rows. */
export type RefreshSearchEntries = (
  transaction: Transaction<Schema>,
  primeIds: Iterable<number>,
) => Promise<void>;

export function createSearchEntryRefresher(searchIndex: SearchIndex): RefreshSearchEntries {
  const findLatest = createLatestFinder();

  async function refresh(transaction: Transaction<Schema>, primeId: number): Promise<string[]> {
    const [latest] = await findLatest(transaction, { primeId });
    if (latest === undefined) {
      await searchIndex.removeEntry(transaction, primeId);
      return [];
    }
    const words = [latest.namespaces, latest.tags].flatMap((list) => JSON.parse(list) as string[]);
    const changed = await searchIndex.replaceEntry(transaction, { ...latest, primeId, words });
    return changed === undefined ? [] : listWords(changed);
  }

  return async (transaction, primeIds) => {
    const words = new Set<string>();
    for (const primeId of primeIds) {
      for (const word of await refresh(transaction, primeId)) words.add(word);
      // Readers get their turn: a long description takes milliseconds.
      await setImmediate();
    }
    await learnWords(searchIndex.vocabulary, transaction, words, () => setImmediate());
  };
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
      .select(['primes.name', 'versions.version', 'description', 'namespaces', 'tags']);
  });
}
