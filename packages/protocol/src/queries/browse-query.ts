// The query parameters of the page that lists all Primes.
import type { FieldProblem } from '../text/field-problem.ts';
import { QueryReader, type RawQuery } from './query-values.ts';
import { readFilters, type SearchFilters } from './rich-search-query.ts';
import { PRIME_ORDERS, type PrimeOrder, readSort } from './search-sort.ts';

/** Which Primes a page lists. */
export interface BrowseQuery {
  readonly sort: PrimeOrder;
  readonly filters: SearchFilters;
  /** In the order of names, the list begins with the first name that is not before this text; else empty. */
  readonly from: string;
  /** Primes to skip, 0 to 10,000. */
  readonly offset: number;
}

const OFFSET = { minimum: 0, maximum: 10_000, default: 0 };
const MAX_FROM_LENGTH = 256;

/** Reads `sort`, `from`, `offset` and the filters; reports every invalid parameter. */
export function parseBrowseQuery(raw: RawQuery): { query: BrowseQuery } | { problems: FieldProblem[] } {
  const read = new QueryReader(raw);
  const from = (read.single('from') ?? '').trim().toLowerCase();
  if (from.length > MAX_FROM_LENGTH) read.report('from', `has more than ${MAX_FROM_LENGTH} characters`);
  return read.outcome({
    sort: readSort(raw, PRIME_ORDERS, read.problems),
    filters: readFilters(raw, read.problems),
    from: from === '' || from.startsWith('@') ? from : `@${from}`,
    offset: read.integer('offset', OFFSET),
  });
}
