// The query of a rich search: that of a search, and what to narrow its results by.
import type { FieldProblem } from './field-problem.ts';
import type { RawQuery } from './query-values.ts';
import { parseSearchQuery, type SearchQuery } from './search-query.ts';

/** What results can be narrowed by. */
export const SEARCH_FILTERS = ['scope', 'license', 'namespace', 'kind'] as const;
export type SearchFilter = (typeof SEARCH_FILTERS)[number];

/** Of each field any of some values. */
export type SearchFilters = Readonly<Partial<Record<SearchFilter, readonly string[]>>>;

/** A search that can be carried out. */
export interface RichSearchQuery extends SearchQuery {
  readonly filters: SearchFilters;
}

/** Bounds of the filters. */
export const FILTER_LIMITS = { maxValues: 10, maxLength: 256 } as const;

/** Reads a search and its filters; names every parameter that is wrong. Parameters it does not know are ignored. */
export function parseRichSearchQuery(
  raw: RawQuery,
): { query: RichSearchQuery } | { problems: FieldProblem[] } {
  const parsed = parseSearchQuery(raw);
  const problems = 'problems' in parsed ? [...parsed.problems] : [];
  const filters = Object.fromEntries(
    SEARCH_FILTERS.map((field) => [field, readValues(raw, field, problems)] as const).filter(
      ([, values]) => values.length > 0,
    ),
  );
  return 'query' in parsed && problems.length === 0 ? { query: { ...parsed.query, filters } } : { problems };
}

/** Those that are empty say nothing, as a form has them that was not filled in. */
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
