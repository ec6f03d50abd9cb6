// GET /-/search: a search that tells why something was found, and what it can be narrowed by.
import {
  parseRichSearchQuery,
  RichSearchQuerySchema,
  type RichSearchResults,
  RichSearchResultsSchema,
  ROUTES,
} from '@prime-registry/protocol';
import type { RichHit } from '@prime-registry/store';
import { invalidQuery } from '../http/query-problems.ts';
import { json, problems } from './responses.ts';
import type { Route } from './route.ts';

export const richSearch: Route<'store'> = {
  method: 'GET',
  path: ROUTES.richSearch,
  access: 'readers',
  weight: 'heavy',
  schema: {
    operationId: 'searchInside',
    summary: 'Search Primes and atoms',
    description:
      'What /search finds of what is here, in the same order, with the atoms that match, the words where they stand, and facets to ' +
      'narrow by. What registries behind this one find is not in it.',
    tags: ['search'],
    querystring: RichSearchQuerySchema,
    response: {
      200: json(RichSearchResultsSchema, 'The Primes that match.'),
      ...problems(
        [400, 'A query parameter is wrong; errors names each.'],
        [503, 'The registry has too much to do, or rebuilds its search index after an upgrade.'],
      ),
    },
  },
  async handle({ store }, request): Promise<RichSearchResults> {
    const parsed = parseRichSearchQuery(request.query as Record<string, unknown>);
    if ('problems' in parsed) throw invalidQuery(parsed.problems);
    const { hits, total, corrected, facets, facetTotal } = await store.searchRich(parsed.query);
    return {
      results: hits.map(describeHit),
      total,
      corrected: [...corrected],
      facets: {
        scope: [...facets.scope],
        license: [...facets.license],
        namespace: [...facets.namespace],
        kind: [...facets.kind],
      },
      facet_total: facetTotal,
    };
  },
};

function describeHit({
  atoms,
  atomTotal,
  highlights,
  namespaces,
  ...hit
}: RichHit): RichSearchResults['results'][number] {
  return {
    ...hit,
    namespaces: [...namespaces],
    highlights: highlights.map(({ field, segments }) => ({ field, segments: [...segments] })),
    atoms: atoms.map(({ snippet, ...atom }) => ({ ...atom, snippet: [...snippet] })),
    atom_total: atomTotal,
  };
}
