// Interface to the search beyond the contract: highlights, matching atoms, filters and facets.
import type { SearchFilter, SearchFilters, SearchQuery, SearchSort } from '@prime-registry/protocol';
import type { ListedAtom } from '../atom-store.ts';
import type { PublishedVersion } from '../catalogue-store.ts';
import type { Correction, SearchHit } from './search-store.ts';

/** A search with filters. */
export interface RichSearchQuery extends SearchQuery {
  readonly filters?: SearchFilters;
  /** By relevance, if it is missing. */
  readonly sort?: SearchSort;
  /**
   * `best`: only the best place in each Prime, for a list: its best atom, or else its README. Reading and highlighting
   * the texts is most of the work of a search. By default `all`.
   */
  readonly places?: 'all' | 'best';
}

/** A Prime in a list, with its latest version and what has become of it. */
export interface ListedPrime extends PublishedVersion {
  /** Of all versions and days. */
  readonly downloads: number;
  readonly tags: readonly string[];
  /** Base URL of the upstream that it came from; undefined if it was published here. */
  readonly origin?: string;
}

/** A piece of an original text; escape it like any other. */
export interface TextSegment {
  readonly text: string;
  /** Whether it matches the query. */
  readonly match: boolean;
}

/** A field of a Prime with its matches. */
export interface Highlight {
  readonly field: 'name' | 'description' | 'readme';
  readonly segments: readonly TextSegment[];
}

/** An atom that contains all words of the query, except those that the Prime itself has. */
export interface AtomHit
  extends Pick<ListedAtom, 'id' | 'kind' | 'name' | 'description' | 'label' | 'domain' | 'tags' | 'tokens'> {
  /** Its label with the matches; undefined if none of its words match. */
  readonly title: readonly TextSegment[] | undefined;
  /** Its description, or the best sentences of its text. */
  readonly snippet: readonly TextSegment[];
}

/** A Prime that matches. */
export interface RichHit extends SearchHit {
  readonly scope: string;
  readonly license: string;
  readonly namespaces: readonly string[];
  readonly tags: readonly string[];
  readonly highlights: readonly Highlight[];
  /** Undefined while its publish or its removal is in progress. */
  readonly listed: ListedPrime | undefined;
  /** The best matching atoms, at most 4; with a filter of kinds, only such atoms. */
  readonly atoms: readonly AtomHit[];
  /** Number of matching atoms. */
  readonly atomTotal: number;
}

/** A value and the number of Primes that have it. */
export interface FacetValue {
  readonly value: string;
  readonly count: number;
}

/** The result of a rich search. */
export interface RichFindings {
  /** Best first. */
  readonly hits: readonly RichHit[];
  readonly total: number;
  readonly corrected: readonly Correction[];
  /** The most frequent values, at most 20 of each field. */
  readonly facets: Readonly<Record<SearchFilter, readonly FacetValue[]>>;
  /** Number of Primes that the facets count: all matches, or the best if there are too many. */
  readonly facetTotal: number;
  /** Whether the results are not in the order asked for, but only the first of them: there are too many. */
  readonly isCut: boolean;
}

/** A search for atoms. */
export interface AtomSearch {
  readonly text: string;
  readonly filters: SearchFilters;
  /** The name of the Prime whose atoms are searched; undefined for those of all. */
  readonly prime: string | undefined;
  /** By name is that of the atom, otherwise that of its Prime; best first by default. */
  readonly sort?: SearchSort;
  readonly limit: number;
  readonly offset: number;
}

/** An atom that was found, in the latest version of its Prime. */
export interface FoundAtomHit extends AtomHit {
  readonly prime: string;
  readonly version: string;
}

/** The result of a search for atoms. */
export interface AtomFindings {
  /** In the order that was asked for. */
  readonly hits: readonly FoundAtomHit[];
  /** Counted up to 1,000. */
  readonly total: number;
  /** Whether there may be more. */
  readonly isCut: boolean;
  readonly corrected: readonly Correction[];
  /** Numbers of atoms. */
  readonly facets: RichFindings['facets'];
}

/** A search without some of its words. */
export interface RelaxedSearch {
  readonly text: string;
  /** The words that it leaves out, as they were typed. */
  readonly without: readonly string[];
  /** Number of Primes that match, counted up to 1,000. */
  readonly total: number;
}

/** What a search field suggests. */
export interface Suggestions {
  readonly primes: readonly { readonly name: string; readonly description: string }[];
  readonly atoms: readonly SuggestedAtom[];
}

/** An atom in the latest version of a Prime. */
export interface SuggestedAtom extends Pick<ListedAtom, 'kind' | 'label' | 'description'> {
  readonly atom: string;
  readonly prime: string;
  readonly version: string;
}

/** Search over the latest version of every Prime, including atoms and README. */
export interface RichSearchStore {
  searchRich(query: RichSearchQuery): Promise<RichFindings>;
  searchAtoms(search: AtomSearch): Promise<AtomFindings>;
  /** For a search without results: at most 3 with some results, the most first; none if no word has results. */
  relaxSearch(query: Pick<RichSearchQuery, 'text' | 'filters'>): Promise<RelaxedSearch[]>;
  /** At most 5 Primes and 5 atoms whose names or labels have the words; the last one may be a beginning. */
  suggest(text: string): Promise<Suggestions>;
}
