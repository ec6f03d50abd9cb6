// Interface to the full-text index of an engine. It changes in the transaction that changes a version, so
// that search and lists never disagree.
import type { SearchQuery } from '@prime-registry/protocol';
import type { BrowseFindings, BrowsePage } from '../contracts/search/browse-store.ts';
import type {
  AtomFindings,
  AtomSearch,
  RelaxedSearch,
  RichFindings,
  RichSearchQuery,
  Suggestions,
} from '../contracts/search/rich-search-store.ts';
import type { SearchFindings } from '../contracts/search/search-store.ts';
import type { Database, Transaction } from '../sql/schema.ts';
import type { InsideWrites } from './inside/inside-index.ts';
import type { OrderReads } from './prime-orders.ts';
import type { EntryTerms } from './words/search-terms.ts';
import type { VocabularyQueries } from './words/vocabulary.ts';

/** The search entry of a Prime, made from its latest version. */
export interface SearchEntry extends EntryTerms {
  readonly primeId: number;
  readonly name: string;
  readonly version: string;
  readonly description: string;
  /** Whether its latest version is deprecated. */
  readonly isDeprecated: boolean;
}

/** The full-text index of one engine. */
export interface SearchIndex extends Pick<OrderReads, 'listIds' | 'readListed'> {
  /**
   * Replaces the entries of Primes.
   * @returns the entries whose terms have changed
   */
  replaceEntries(transaction: Transaction, entries: readonly SearchEntry[]): Promise<SearchEntry[]>;
  /** Removes a Prime, of which every version is yanked or evicted. */
  removeEntry(transaction: Transaction, primeId: number): Promise<void>;
  /** Removes everything, including the vocabulary. */
  empty(transaction: Transaction): Promise<void>;
  /** Whether a Prime has the word, in its entry or inside. */
  hasWord(db: Database, word: string): Promise<boolean>;
  search(db: Database, query: SearchQuery): Promise<SearchFindings>;
  searchRich(db: Database, query: RichSearchQuery): Promise<RichFindings>;
  searchAtoms(db: Database, search: AtomSearch): Promise<AtomFindings>;
  relaxSearch(db: Database, query: Pick<RichSearchQuery, 'text' | 'filters'>): Promise<RelaxedSearch[]>;
  suggest(db: Database, text: string): Promise<Suggestions>;
  browse(db: Database, page: BrowsePage): Promise<BrowseFindings>;
  readonly vocabulary: VocabularyQueries;
  readonly inside: InsideWrites;
}
