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
import { invalidQuery } from '../../http/requests/query-problems.ts';
import { json, problems } from '../responses.ts';
import type { Route } from '../route.ts';

/** Lengths of shown texts: more does not fit a line. */
const MAX_DESCRIPTION = 120;

export const suggest: Route<'store'> = {
  method: 'GET',
  path: ROUTES.suggest,
  access: 'readers',
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
      ...problems(
        [400, 'A query parameter is wrong; errors names each one.'],
        [503, 'The registry is overloaded, or rebuilds its search index after an upgrade.'],
      ),
    },
  },
  async handle({ store }, request): Promise<SuggestionList> {
    const { q } = request.query as Record<string, unknown>;
    const parsed = parseSearchQuery({ q });
    if ('problems' in parsed) throw invalidQuery(parsed.problems);
    const { primes, atoms } = await store.suggest(parsed.query.text);
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
