// Interface to the search of the contract: `GET /search`.
import type { Requires, SearchQuery } from '@prime-registry/protocol';

/** A Prime that matches a search. */
export interface SearchHit {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  /** Above 0, at most 1. */
  readonly score: number;
  /** Absent if it requires no Primes. */
  readonly requires?: Requires;
  /** Whether it requires Primes, but the findings would be too long with them. */
  readonly requiresOmitted?: true;
  /** Whether this version is deprecated. */
  readonly deprecated?: true;
}

/** A word that was corrected to another one. */
export interface Correction {
  readonly from: string;
  readonly to: string;
}

/** The result of a search. */
export interface SearchFindings {
  /** Best first; matches of the original query come before matches of a corrected one. */
  readonly hits: SearchHit[];
  readonly total: number;
  /** Corrected typing errors. The search corrects only if the original query has hardly any match. */
  readonly corrected: readonly Correction[];
}

/** Search over the latest version of every Prime. */
export interface SearchStore {
  search(query: SearchQuery): Promise<SearchFindings>;
}
