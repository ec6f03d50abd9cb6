// GET /-/suggest: what a search field suggests while somebody types.
import {
  atomPagePath,
  parseSearchQuery,
  primePagePath,
  ROUTES,
  SEARCH_LIMITS,
  type SuggestionList,
  SuggestionListSchema,
} from '@prime-registry/protocol';
import { cutText, titleOf } from '@prime-registry/web';
import { readQuery } from '../../http/requests/query-problems.ts';
import { json, problems, WRONG_QUERY } from '../responses.ts';
import type { Route } from '../route.ts';

/** Lengths of shown texts: more does not fit a line. */
const MAX_DESCRIPTION = 120;

export const suggest: Route<'store'> = {
  path: ROUTES.suggest,
  weight: 'heavy',
  schema: {
    operationId: 'suggest',
    summary: 'Suggest Primes and atoms while somebody types',
    description:
      'Primes and atoms of this registry whose names or labels have all words; the last one may be a beginning. Faster than a search.',
    tags: ['search'],
    querystring: {
      type: 'object',
      required: ['q'],
      properties: {
        q: {
          type: 'string',
          description: `What was typed: 1 to ${SEARCH_LIMITS.maxTextLength} characters after trimming.`,
        },
      },
    },
    response: {
      200: json(SuggestionListSchema, 'The suggestions.'),
      ...problems(WRONG_QUERY, [
        503,
        'The registry is overloaded, or rebuilds its search index after an upgrade.',
      ]),
    },
  },
  async handle({ store }, request): Promise<SuggestionList> {
    const { query } = readQuery(request, ({ q }) => parseSearchQuery({ q }));
    const { primes, atoms } = await store.suggest(query.text);
    return {
      primes: primes.map(({ name, description }) => ({
        ...{ name, path: primePagePath(name) },
        description: cutText(description, MAX_DESCRIPTION),
      })),
      atoms: atoms.map(({ atom: id, kind, label, prime, version }) => ({
        ...{ id, kind, prime, version },
        title: titleOf({ id, label }),
        path: atomPagePath(prime, version, id),
      })),
    };
  },
};
