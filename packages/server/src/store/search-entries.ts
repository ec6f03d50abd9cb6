// Search shows the latest version of a Prime.
import type { Transaction } from 'kysely';
import type { LatestVersion } from './latest-finder.ts';
import type { Schema } from './schema.ts';
import { listWords } from './search/search-terms.ts';
import type { SearchIndex } from './search-index.ts';

/**
 * Brings what is searched of a Prime up to date; `latest` is undefined when every version of it is yanked.
 * @returns the words that may be new to search.
 */
export async function refreshSearchEntry(
  searchIndex: SearchIndex,
  transaction: Transaction<Schema>,
  primeId: number,
  latest: LatestVersion | undefined,
): Promise<string[]> {
  if (latest === undefined) {
    await searchIndex.removeEntry(transaction, primeId);
    return [];
  }
  const words = [latest.namespaces, latest.tags].flatMap((list) => JSON.parse(list) as string[]);
  const { name, version, description } = latest;
  const entry = { primeId, name, version, description, words };
  const changed = await searchIndex.replaceEntry(transaction, entry);
  return changed === undefined ? [] : listWords(changed);
}
