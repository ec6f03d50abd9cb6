// The orders of lists of Primes, and the parameter that chooses one.
import type { FieldProblem } from '../text/field-problem.ts';
import { quote } from '../text/quote.ts';
import { QueryReader, type RawQuery } from './query-values.ts';

/** The orders of all Primes: by name, by their newest version, by downloads. */
export const PRIME_ORDERS = ['name', 'newest', 'downloads'] as const;
export type PrimeOrder = (typeof PRIME_ORDERS)[number];

/** The orders of search results; the first is the default. */
export const SEARCH_SORTS = ['relevance', ...PRIME_ORDERS] as const;
export type SearchSort = (typeof SEARCH_SORTS)[number];

/** Reads `sort`; the first of the allowed values when it is missing, empty or invalid. */
export function readSort<Sort extends string>(
  raw: RawQuery,
  allowed: readonly [Sort, ...Sort[]],
  problems: FieldProblem[],
): Sort {
  const read = new QueryReader(raw, problems);
  const value = read.single('sort') ?? '';
  const known = allowed.find((each) => each === value);
  if (known === undefined && value !== '')
    read.report('sort', `${quote(value)} is not one of ${allowed.join(', ')}`);
  return known ?? allowed[0];
}
