// The results of a search (contract sections 2 and 4.5), and of the search inside Primes (not part of the
// contract).
import {
  type RichSearchResults,
  RichSearchResultsSchema,
  type SearchResults,
  SearchResultsSchema,
} from '@prime-registry/protocol';
import { isInstallable } from './identity.ts';
import { readShape, relax, type ShapeReader } from './read-shape.ts';

/** One Prime that was found. */
export type SearchResult = SearchResults['results'][number];

/** What a search found, best first. Some registries also say `total`, the number of all that match. */
export interface RegistrySearchResults {
  readonly results: readonly SearchResult[];
  readonly total?: number;
  /** Base URLs of upstreams whose results are missing because they did not answer in time. */
  readonly incomplete?: readonly string[];
}

/** The contract does not name `total`. */
const ResultsSchema = relax(SearchResultsSchema, 'total');

/**
 * Reads the results of a search. Results that nobody can install, for their name or version, are left out.
 */
export const readSearchResults: ShapeReader<RegistrySearchResults> = (body) => {
  const found = readShape(ResultsSchema, body);
  return { ...found, results: found.results.filter(isInstallable) };
};

/** Reads the results of a search inside Primes. Results that nobody can install are left out. */
export const readRichSearchResults: ShapeReader<RichSearchResults> = (body) => {
  const found = readShape(RichSearchResultsSchema, body);
  return { ...found, results: found.results.filter(isInstallable) };
};
