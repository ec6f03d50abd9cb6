// GET /-/primes: the list of Primes, for copies of a registry.
import {
  type PrimeList,
  PrimeListQuerySchema,
  PrimeListSchema,
  parsePrimeListQuery,
  ROUTES,
} from '@prime-registry/protocol';
import { invalidQuery } from '../../http/requests/query-problems.ts';
import { json, problems } from '../responses.ts';
import type { Route } from '../route.ts';

export const primeList: Route<'store'> = {
  method: 'GET',
  path: ROUTES.primeList,
  access: 'readers',
  weight: 'heavy',
  schema: {
    operationId: 'listPrimes',
    summary: 'List the Primes',
    description: 'In pages, by name: all Primes with versions here, mirrored ones included.',
    tags: ['beyond the contract'],
    querystring: PrimeListQuerySchema,
    response: {
      200: json(PrimeListSchema, 'A page of the Primes.'),
      ...problems(
        [400, 'A query parameter is wrong; errors names each one.'],
        [503, 'The registry is overloaded.'],
      ),
    },
  },
  async handle({ store }, request): Promise<PrimeList> {
    const parsed = parsePrimeListQuery(request.query as Record<string, unknown>);
    if ('problems' in parsed) throw invalidQuery(parsed.problems);
    const { scope, after = '', limit } = parsed.query;
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
