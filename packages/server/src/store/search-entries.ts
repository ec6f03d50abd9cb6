// Search shows the latest version of a Prime, so every publish and yank may change what it shows.
import type { Transaction } from 'kysely';
import { prepareQuery } from './prepared-query.ts';
import type { Schema } from './schema.ts';
import type { SearchIndex } from './search-index.ts';

/** Brings what is searched of a Prime up to date with its versions. */
export type RefreshSearchEntry = (transaction: Transaction<Schema>, primeId: number) => Promise<void>;

export function createSearchEntryRefresher(searchIndex: SearchIndex): RefreshSearchEntry {
  const findLatest = createLatestFinder();
  return async (transaction, primeId) => {
    const [latest] = await findLatest(transaction, { primeId });
    if (latest === undefined) return searchIndex.removeEntry(transaction, primeId);
    const words = [latest.namespaces, latest.tags].flatMap((list) => JSON.parse(list) as string[]);
    return searchIndex.replaceEntry(transaction, { ...latest, primeId, words });
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
