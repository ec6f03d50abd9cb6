// GET /-/search: a search with highlights and facets.
import {
  parseRichSearchQuery,
  RichSearchQuerySchema,
  type RichSearchResults,
  RichSearchResultsSchema,
  ROUTES,
} from '@prime-registry/protocol';
import type { RichHit } from '@prime-registry/store';
import { readQuery } from '../../http/requests/query-problems.ts';
import { json, problems, WRONG_QUERY } from '../responses.ts';
import type { Route } from '../route.ts';

export const richSearch: Route<'store'> = {
  path: ROUTES.richSearch,
  weight: 'heavy',
  schema: {
    operationId: 'searchInside',
    summary: 'Search Primes and atoms',
    description:
      'What /search finds in this registry, in the same order, with the atoms that match, their matching words, and facets to ' +
      'narrow the search. Without what upstreams find.',
    tags: ['search'],
    querystring: RichSearchQuerySchema,
    response: {
      200: json(RichSearchResultsSchema, 'The Primes that match.'),
      ...problems(WRONG_QUERY, [
        503,
        'The registry is overloaded, or rebuilds its search index after an upgrade.',
      ]),
    },
  },
  async handle({ store }, request): Promise<RichSearchResults> {
    const { query } = readQuery(request, parseRichSearchQuery);
    const { hits, total, corrected, facets, facetTotal } = await store.searchRich(query);
    return {
      results: hits.map(describeHit),
      total,
      corrected: [...corrected],
      facets: {
        scope: [...facets.scope],
        license: [...facets.license],
        namespace: [...facets.namespace],
        kind: [...facets.kind],
        tag: [...facets.tag],
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
  tags: _tags,
  listed: _listed,
  ...hit
}: RichHit): RichSearchResults['results'][number] {
  return {
    ...hit,
    namespaces: [...namespaces],
    highlights: highlights.map(({ field, segments }) => ({ field, segments: [...segments] })),
    atoms: atoms.map(({ id, kind, name, description, snippet }) => ({
      ...{ id, kind, name, description },
      snippet: [...snippet],
    })),
    atom_total: atomTotal,
  };
}
