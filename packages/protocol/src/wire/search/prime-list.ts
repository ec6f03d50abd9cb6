// GET /-/primes (not part of the contract).
import type { XStatic } from 'typebox/schema';
import { PRIME_LIST_LIMIT } from '../../queries/prime-list-query.ts';
import { NameSchema, OriginSchema } from '../scalars.ts';
import { document, fromOne, objects } from '../schema-parts.ts';

export const PrimeListSchema = document('PrimeList', 'Primes by name.', ['primes'], {
  primes: objects(
    'A page of the Primes with versions in this registry, sorted by the bytes of their names.',
    ['name', 'latest', 'versions'],
    {
      name: NameSchema,
      latest: {
        type: 'string',
        description:
          'The latest of the versions in this registry, as in the list of versions; empty when every one is yanked.',
        examples: ['1.4.0'],
      },
      versions: fromOne('Number of versions in this registry, including yanked ones.'),
      origin: OriginSchema,
    },
  ),
  next: { ...NameSchema, description: 'The value of `after` for the next page; absent on the last page.' },
});

/** The response with a list of Primes. */
export type PrimeList = XStatic<typeof PrimeListSchema>;

/** The query parameters for the API reference; `parsePrimeListQuery` validates them. */
export const PrimeListQuerySchema = {
  type: 'object',
  properties: {
    after: { ...NameSchema, description: 'Only names after this one, which need not exist.' },
    scope: { type: 'string', description: 'Only Primes of this scope.', examples: ['@acme'] },
    limit: { type: 'integer', ...PRIME_LIST_LIMIT, description: 'Most Primes to return.' },
  },
} as const;
