// Search by the fields of a Prime's manifest: `GET /search`.
import type { SearchQuery } from '@prime-registry/protocol';

/** One Prime that matches a search. */
export interface SearchHit {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  /** Above 0, at most 1. */
  readonly score: number;
}

/** A word that was taken for another one. */
export interface Correction {
  readonly from: string;
  readonly to: string;
}

/** What a search found. */
export interface SearchFindings {
  /** Best first; what matches as it was asked comes before what matches when words are corrected. */
  readonly hits: SearchHit[];
  readonly total: number;
  /** The typing errors that were forgiven: only where hardly anything matches as it was asked. */
  readonly corrected: readonly Correction[];
}

/** Search over the latest version of every Prime. */
export interface SearchStore {
  search(query: SearchQuery): Promise<SearchFindings>;
}
