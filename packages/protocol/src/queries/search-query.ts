// The query parameters of a search (contract section 4.5; lengths and paging are those of this registry).
import type { FieldProblem } from '../text/field-problem.ts';
import { QueryReader, type RawQuery } from './query-values.ts';

/** A valid search. */
export interface SearchQuery {
  /** 1 to 256 characters, trimmed. */
  readonly text: string;
  /** Most results, 1 to 100. */
  readonly limit: number;
  /** Results to skip, 0 to 10,000. */
  readonly offset: number;
}

/** Ranges and defaults of the search parameters. */
export const SEARCH_LIMITS = {
  maxTextLength: 256,
  limit: { minimum: 1, maximum: 100, default: 20 },
  offset: { minimum: 0, maximum: 10_000, default: 0 },
} as const;

/** Reads `q`, `limit` and `offset`; reports every invalid parameter. Unknown parameters are ignored. */
export function parseSearchQuery(raw: RawQuery): { query: SearchQuery } | { problems: FieldProblem[] } {
  const read = new QueryReader(raw);
  const text = read.words('q', SEARCH_LIMITS.maxTextLength);
  if (!read.has('q')) read.report('q', 'is missing; say what to search for: ?q=caching');
  if (text === '') read.report('q', 'is empty; say what to search for: ?q=caching');
  return read.outcome({
    text: text ?? '',
    limit: read.integer('limit', SEARCH_LIMITS.limit),
    offset: read.integer('offset', SEARCH_LIMITS.offset),
  });
}
