// Updates the search entries of Primes to their latest versions.
import type { Transaction } from '../sql/schema.ts';
import { pauseOf } from '../sql/transaction-pauses.ts';
import type { LatestVersion, PrimeWithLatest } from '../versions/latest-finder.ts';
import { isLatestDeprecated } from './deprecated-latest.ts';
import type { SearchEntry, SearchIndex } from './search-index.ts';
import type { NewWords } from './words/new-words.ts';
import { listEntryTerms, listWords } from './words/search-terms.ts';

/**
 * Updates the search entries of some Primes.
 * @param words - gets the words that may be new to the vocabulary
 */
export async function refreshSearchEntries(
  searchIndex: SearchIndex,
  transaction: Transaction,
  primes: readonly PrimeWithLatest[],
  words: NewWords,
): Promise<void> {
  const pause = pauseOf(transaction);
  const entries: SearchEntry[] = [];
  for (const { primeId, latest } of primes) {
    if (latest === undefined) await searchIndex.removeEntry(transaction, primeId);
    else {
      const isDeprecated = latest.deprecatedName !== null && (await isLatestDeprecated(transaction, latest));
      entries.push(toEntry(primeId, latest, isDeprecated));
    }
    // Yields to readers: a long description takes milliseconds.
    await pause();
  }
  const changed = await searchIndex.replaceEntries(transaction, entries);
  for (const entry of changed) {
    words.add(entry.primeId, listWords(entry));
    await pause();
  }
}

function toEntry(
  primeId: number,
  { name, version, description, namespaces, tags }: LatestVersion,
  isDeprecated: boolean,
): SearchEntry {
  const words = [namespaces, tags].flatMap((list) => JSON.parse(list) as string[]);
  return {
    primeId,
    name,
    version,
    description,
    isDeprecated,
    ...listEntryTerms({ name, words, description }),
  };
}
