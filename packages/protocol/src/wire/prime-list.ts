// GET /-/primes (not part of the contract).
import type { XStatic } from 'typebox/schema';
import { PRIME_LIST_LIMIT } from '../prime-list-query.ts';
import { NameSchema, OriginSchema } from './scalars.ts';

/** Schema of {@link PrimeList}. */
export const PrimeListSchema = {
  $id: 'PrimeList',
  description: 'Primes by name.',
  type: 'object',
  required: ['primes'],
  properties: {
    primes: {
      type: 'array',
      description:
        'A page of the Primes of which there are versions here, in the order of the bytes of their names.',
      items: {
        type: 'object',
        required: ['name', 'latest', 'versions'],
        properties: {
          name: NameSchema,
          latest: {
            type: 'string',
            description: 'Of the versions here, as in the list of versions; empty when every one is yanked.',
            examples: ['1.4.0'],
          },
          versions: {
            type: 'integer',
            minimum: 1,
            description: 'How many versions are here, yanked ones included.',
          },
          origin: OriginSchema,
        },
      },
    },
    next: {
      ...NameSchema,
      description: 'What to give as after for the next page; absent where this is the last.',
    },
  },
} as const;

/** Primes, as they are answered. */
export type PrimeList = XStatic<typeof PrimeListSchema>;

/** The query parameters for the API reference; `parsePrimeListQuery` is what decides. */
export const PrimeListQuerySchema = {
  type: 'object',
  properties: {
    after: { ...NameSchema, description: 'Only names behind this one, which need not exist.' },
    scope: { type: 'string', description: 'Only Primes of this scope.', examples: ['@acme'] },
    limit: { type: 'integer', ...PRIME_LIST_LIMIT, description: 'Most Primes wanted.' },
  },
} as const;
