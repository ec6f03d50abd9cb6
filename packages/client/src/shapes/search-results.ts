// The results of a search (contract sections 2 and 4.5), and of the search inside Primes (not part of the
// contract).
import {
  REQUIRES_LIMITS,
  type RichSearchResults,
  RichSearchResultsSchema,
  type SearchResults,
  SearchResultsSchema,
} from '@prime-registry/protocol';
import { fieldOf, findAddedList, withoutAdditions } from './additions.ts';
import { isInstallable, requireAtomId } from './identity.ts';
import { readShape, relax, type ShapeReader } from './read-shape.ts';
import { readListedRequires } from './requires.ts';

/** One Prime that was found. */
export type SearchResult = SearchResults['results'][number];

/** What a search found, best first. Some registries also say `total`, the number of all that match. */
export interface RegistrySearchResults {
  readonly results: readonly SearchResult[];
  readonly total?: number;
  /** Base URLs of upstreams whose results are missing because they did not answer in time. */
  readonly incomplete?: readonly string[];
  /** Mistyped words, and what the registry took them for. */
  readonly corrected?: readonly { readonly from: string; readonly to: string }[];
}

const { results, corrected: correctedSchema, ...properties } = SearchResultsSchema.properties;
/** More than a registry corrects. */
const MAX_CORRECTED = 16;

/** The contract does not name `total`, and the other additions may be malformed. */
const ResultsSchema = {
  ...relax(SearchResultsSchema, 'total'),
  properties: {
    ...properties,
    results: {
      ...results,
      items: withoutAdditions(results.items, 'deprecated', 'requires', 'requires_omitted'),
    },
  },
} as const;

/**
 * Reads the results of a search. Results that nobody can install, for their name or version, are left out.
 */
export const readSearchResults: ShapeReader<RegistrySearchResults> = (body) => {
  const found = readShape(ResultsSchema, body);
  const sent = (body as { readonly results: readonly unknown[] }).results;
  const requires = readListedRequires(sent, REQUIRES_LIMITS.maxSearchCharacters);
  const marked = found.results.map((result, index) => ({
    ...result,
    ...(fieldOf(sent[index], 'deprecated') === true && { deprecated: true }),
    ...requires[index],
  }));
  const readCorrection = (item: unknown) => readShape(correctedSchema.items, item);
  const corrected = findAddedList(body, 'corrected', readCorrection, MAX_CORRECTED);
  return { ...found, results: marked.filter(isInstallable), ...(corrected && { corrected }) };
};

/** Reads the results of a search inside Primes. Results that nobody can install are left out. */
export const readRichSearchResults: ShapeReader<RichSearchResults> = (body) => {
  const found = readShape(RichSearchResultsSchema, body);
  for (const { atoms } of found.results) for (const { id } of atoms) requireAtomId(id);
  return { ...found, results: found.results.filter(isInstallable) };
};
