// Interface to the lists that people browse: all Primes in an order, and all scopes.
import type { PrimeOrder, SearchFilters } from '@prime-registry/protocol';
import type { FacetValue, ListedPrime } from './rich-search-store.ts';

/** Which Primes to list. */
export interface BrowsePage {
  readonly order: PrimeOrder;
  readonly filters: SearchFilters;
  /** In the order of names: the first name is not before this text. */
  readonly from: string;
  /** At most 100. */
  readonly limit: number;
  /** At most 10,000. */
  readonly offset: number;
}

/** A page of Primes. */
export interface BrowseFindings {
  readonly primes: readonly ListedPrime[];
  /** Number of Primes that pass the filters; undefined if they are too many to count. */
  readonly total: number | undefined;
  readonly isMore: boolean;
  /** Whether the search for Primes that pass the filters was ended, so that there may be more. */
  readonly isCut: boolean;
  /** The most frequent values of each field, at most 20. */
  readonly facets: Readonly<Record<keyof Required<SearchFilters>, readonly FacetValue[]>>;
  /** Number of Primes that the facets count. */
  readonly facetTotal: number;
}

/** A scope in the list of all. */
export interface ListedScope {
  /** With its `@`. */
  readonly scope: string;
  /** Versions of it that are here, including yanked ones. */
  readonly versions: number;
  /** Its Primes, counted up to 1,000. */
  readonly primes: number;
  /** Whether there are more Primes than were counted. */
  readonly hasMorePrimes: boolean;
  /** When the last of its versions was published; undefined if there is none. */
  readonly publishedAtMs: number | undefined;
}

/** Which scopes to list. */
export interface ScopePage {
  readonly order: 'name' | 'versions';
  /** In the order of names: the first name is not before this text. */
  readonly from: string;
  /** At most 100. */
  readonly limit: number;
  /** At most 10,000. */
  readonly offset: number;
}

/** Lists for browsing. Each reads a number of rows that is bounded, however many Primes there are. */
export interface BrowseStore {
  /** The latest version of each Prime. @throws RegistryError `index_rebuilding`, if there are filters */
  browse(page: BrowsePage): Promise<BrowseFindings>;
  /** The scopes with versions that were published here, or came from upstreams. */
  listScopes(page: ScopePage): Promise<ListedScope[]>;
  /** The Primes with the most downloads, most first. @param limit - at most 100 */
  listMostDownloaded(limit: number): Promise<ListedPrime[]>;
}
