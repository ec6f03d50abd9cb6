// GET /-/primes: the list of Primes, for copies of a registry.
import {
  type PrimeList,
  PrimeListQuerySchema,
  PrimeListSchema,
  parsePrimeListQuery,
  ROUTES,
} from '@prime-registry/protocol';
import { readQuery } from '../../http/requests/query-problems.ts';
import { json, OVERLOADED, problems, WRONG_QUERY } from '../responses.ts';
import type { Route } from '../route.ts';

export const primeList: Route<'store'> = {
  path: ROUTES.primeList,
  weight: 'heavy',
  schema: {
    operationId: 'listPrimes',
    summary: 'List the Primes',
    description: 'In pages, by name: all Primes with versions here, mirrored ones included.',
    querystring: PrimeListQuerySchema,
    response: {
      200: json(PrimeListSchema, 'A page of the Primes.'),
      ...problems(WRONG_QUERY, OVERLOADED),
    },
  },
  async handle({ store }, request): Promise<PrimeList> {
    const { scope, after = '', limit } = readQuery(request, parsePrimeListQuery).query;
    // One more than needed: it tells whether there is another page.
    const found = await store.listPrimes(scope, after, limit + 1);
    const primes = found.slice(0, limit).map(({ name, latest = '', versions, origin }) => ({
      name,
      latest,
      versions,
      ...(origin !== undefined && { origin }),
    }));
    const next = found.length > limit ? primes.at(-1)?.name : undefined;
    return { primes, ...(next !== undefined && { next }) };
  },
};
