// Search shows the latest version of a Prime.
import type { Transaction } from 'kysely';
import type { LatestVersion } from './latest-version.ts';
import type { Schema } from './schema.ts';
import type { SearchIndex } from './search-index.ts';

/** Brings what is searched of a Prime up to date; `latest` is undefined when every version of it is yanked. */
export function refreshSearchEntry(
  searchIndex: SearchIndex,
  transaction: Transaction<Schema>,
  primeId: number,
  latest: LatestVersion | undefined,
): Promise<void> {
  if (latest === undefined) return searchIndex.removeEntry(transaction, primeId);
  const words = [latest.namespaces, latest.tags].flatMap((list) => JSON.parse(list) as string[]);
  const { name, version, description } = latest;
  return searchIndex.replaceEntry(transaction, { primeId, name, version, description, words });
}
