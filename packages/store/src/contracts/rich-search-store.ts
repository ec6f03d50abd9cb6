// What a search tells beyond the contract: why a Prime was found, which of its atoms match, and what results can be narrowed by.
import type { SearchFilter, SearchFilters, SearchQuery } from '@prime-registry/protocol';
import type { Correction, SearchHit } from './search-store.ts';

/** A search among Primes that were chosen. */
export interface RichSearchQuery extends SearchQuery {
  readonly filters?: SearchFilters;
}

/** A piece of a text as it was written; to be escaped like any other. */
export interface TextSegment {
  readonly text: string;
  /** Whether it was searched for. */
  readonly match: boolean;
}

/** Where what was searched for stands in a Prime. */
export interface Highlight {
  readonly field: 'name' | 'description' | 'readme';
  readonly segments: readonly TextSegment[];
}

/** An atom in which all words stand together, those aside that the Prime itself has. */
export interface AtomHit {
  readonly id: string;
  readonly kind: string;
  readonly name: string;
  readonly description: string;
  /** Of its text. */
  readonly snippet: readonly TextSegment[];
}

/** A Prime that matches. */
export interface RichHit extends SearchHit {
  readonly scope: string;
  readonly license: string;
  readonly namespaces: readonly string[];
  readonly highlights: readonly Highlight[];
  /** The best of the atoms that match, at most 4. */
  readonly atoms: readonly AtomHit[];
  /** How many match. */
  readonly atomTotal: number;
}

/** How many Primes have a value. */
export interface FacetValue {
  readonly value: string;
  readonly count: number;
}

/** What a rich search found. */
export interface RichFindings {
  /** Best first. */
  readonly hits: readonly RichHit[];
  readonly total: number;
  readonly corrected: readonly Correction[];
  /** The most frequent values, at most 20 of each field. */
  readonly facets: Readonly<Record<SearchFilter, readonly FacetValue[]>>;
  /** How many Primes the facets count: all that match, or where those are too many the best. */
  readonly facetTotal: number;
}

/** Search over the latest version of every Prime, and what is inside. */
export interface RichSearchStore {
  searchRich(query: RichSearchQuery): Promise<RichFindings>;
}
