// GET /search (contract section 4.5).
import {
  parseSearchQuery,
  ROUTES,
  SearchQuerySchema,
  type SearchResults,
  SearchResultsSchema,
} from '@prime-registry/protocol';
import { readQuery } from '../../http/requests/query-problems.ts';
import { type JoinedHit, joinSearch } from '../../mirror/search/join-search.ts';
import { json, problems, WRONG_QUERY } from '../responses.ts';
import type { Route } from '../route.ts';

export const search: Route<'store' | 'mirror'> = {
  path: ROUTES.search,
  weight: 'heavy',
  schema: {
    operationId: 'search',
    summary: 'Search Primes',
    description:
      'One entry a Prime, its latest version, best first. Yanked versions are not found. Hits of upstreams that are not in this ' +
      'registry come in between, by their rank there, with their origin.',
    tags: ['contract'],
    querystring: SearchQuerySchema,
    response: {
      200: json(SearchResultsSchema, 'The Primes that match.'),
      ...problems(WRONG_QUERY, [
        503,
        'The registry is overloaded, or rebuilds its search index after an upgrade.',
      ]),
    },
  },
  async handle(deps, request): Promise<SearchResults> {
    const { query } = readQuery(request, parseSearchQuery);
    const { hits, total, corrected, incomplete } = await joinSearch(deps, query);
    return {
      results: hits.map(toResult),
      total,
      ...(corrected.length > 0 && { corrected: [...corrected] }),
      ...(incomplete.length > 0 && { incomplete: [...incomplete] }),
    };
  },
};

function toResult({ requiresOmitted, ...hit }: JoinedHit): SearchResults['results'][number] {
  return requiresOmitted ? { ...hit, requires_omitted: true } : hit;
}
