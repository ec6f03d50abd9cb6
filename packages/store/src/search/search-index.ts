// The full-text index lives in the engine that holds the data and changes in the transaction that changes a version, so
// that search and list never disagree. Each engine has its own.
import type { SearchQuery } from '@prime-registry/protocol';
import type { Kysely, Transaction } from 'kysely';
import type { RichFindings, RichSearchQuery } from '../contracts/rich-search-store.ts';
import type { SearchFindings } from '../contracts/search-store.ts';
import type { Schema } from '../sql/schema.ts';
import type { InsideWrites } from './inside-index.ts';
import type { EntryTerms } from './search-terms.ts';
import type { VocabularyQueries } from './vocabulary.ts';

/** What is searched of a Prime: its latest version. */
export interface SearchEntry extends EntryTerms {
  readonly primeId: number;
  readonly name: string;
  readonly version: string;
  readonly description: string;
}

/** The full-text index of one engine. */
export interface SearchIndex {
  /**
   * Puts entries in the place of what was there for their Primes.
   * @returns those whose terms are others than were there.
   */
  replaceEntries(transaction: Transaction<Schema>, entries: readonly SearchEntry[]): Promise<SearchEntry[]>;
  /** Takes a Prime out: every version of it is yanked. */
  removeEntry(transaction: Transaction<Schema>, primeId: number): Promise<void>;
  /** Takes everything out, words included. */
  empty(transaction: Transaction<Schema>): Promise<void>;
  search(db: Kysely<Schema>, query: SearchQuery): Promise<SearchFindings>;
  searchRich(db: Kysely<Schema>, query: RichSearchQuery): Promise<RichFindings>;
  readonly vocabulary: VocabularyQueries;
  readonly inside: InsideWrites;
}
