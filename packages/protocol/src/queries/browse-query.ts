// The query parameters of the page that lists all Primes.
import type { FieldProblem } from '../text/field-problem.ts';
import { type RawQuery, readInteger, readSingle } from './query-values.ts';
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
  const problems: FieldProblem[] = [];
  const from = (readSingle(raw, 'from', problems) ?? '').trim().toLowerCase();
  if (from.length > MAX_FROM_LENGTH)
    problems.push({ field: 'from', message: `has more than ${MAX_FROM_LENGTH} characters` });
  const query: BrowseQuery = {
    sort: readSort(raw, PRIME_ORDERS, problems),
    filters: readFilters(raw, problems),
    from: from === '' || from.startsWith('@') ? from : `@${from}`,
    offset: readInteger(raw, 'offset', OFFSET, problems),
  };
  return problems.length === 0 ? { query } : { problems };
}
