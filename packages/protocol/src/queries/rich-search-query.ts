// The query parameters of a rich search: those of a search, and filters.
import type { FieldProblem } from '../text/field-problem.ts';
import type { RawQuery } from './query-values.ts';
import { parseSearchQuery, type SearchQuery } from './search-query.ts';
import { readSort, SEARCH_SORTS, type SearchSort } from './search-sort.ts';

/** The fields of filters. */
export const SEARCH_FILTERS = ['scope', 'license', 'namespace', 'kind', 'tag'] as const;
export type SearchFilter = (typeof SEARCH_FILTERS)[number];

/** Accepted values by field: a result must match one value of each field. */
export type SearchFilters = Readonly<Partial<Record<SearchFilter, readonly string[]>>>;

/** A valid search with filters. */
export interface RichSearchQuery extends SearchQuery {
  readonly filters: SearchFilters;
  readonly sort: SearchSort;
}

/** Limits of the filters. */
export const FILTER_LIMITS = { maxValues: 10, maxLength: 256 } as const;

/** Reads a search and its filters; reports every invalid parameter. Unknown parameters are ignored. */
export function parseRichSearchQuery(
  raw: RawQuery,
): { query: RichSearchQuery } | { problems: FieldProblem[] } {
  const parsed = parseSearchQuery(raw);
  const problems = 'problems' in parsed ? [...parsed.problems] : [];
  const filters = readFilters(raw, problems);
  const sort = readSort(raw, SEARCH_SORTS, problems);
  return 'query' in parsed && problems.length === 0
    ? { query: { ...parsed.query, filters, sort } }
    : { problems };
}

/** Reads the filters; those without a value are left out. */
export function readFilters(raw: RawQuery, problems: FieldProblem[]): SearchFilters {
  return Object.fromEntries(
    SEARCH_FILTERS.map((field) => [field, readValues(raw, field, problems)] as const).filter(
      ([, values]) => values.length > 0,
    ),
  );
}

/** Empty values, as from an unfilled form, are ignored. */
function readValues(raw: RawQuery, field: SearchFilter, problems: FieldProblem[]): string[] {
  const given = raw[field] ?? [];
  const values = (Array.isArray(given) ? given : [given]).map(String).filter((value) => value !== '');
  if (values.length > FILTER_LIMITS.maxValues) {
    const message = `is given ${values.length} times; at most ${FILTER_LIMITS.maxValues} are allowed`;
    problems.push({ field, message });
  }
  if (values.some((value) => value.length > FILTER_LIMITS.maxLength)) {
    const message = `has more than ${FILTER_LIMITS.maxLength} characters`;
    problems.push({ field, message });
  }
  return values;
}
