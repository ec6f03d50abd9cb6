// The query parameters of a search (contract section 4.5; lengths and paging are those of this registry).
import type { FieldProblem } from '../text/field-problem.ts';
import { type RawQuery, readInteger, readSingle } from './query-values.ts';

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
  const problems: FieldProblem[] = [];
  const query: SearchQuery = {
    text: readText(raw, problems),
    limit: readInteger(raw, 'limit', SEARCH_LIMITS.limit, problems),
    offset: readInteger(raw, 'offset', SEARCH_LIMITS.offset, problems),
  };
  return problems.length === 0 ? { query } : { problems };
}

function readText(raw: RawQuery, problems: FieldProblem[]): string {
  const value = readSingle(raw, 'q', problems);
  if (value === undefined) {
    if (raw.q === undefined)
      problems.push({ field: 'q', message: 'is missing; say what to search for: ?q=caching' });
    return '';
  }
  const text = value.trim();
  const length = [...text].length;
  if (length === 0) problems.push({ field: 'q', message: 'is empty; say what to search for: ?q=caching' });
  if (length > SEARCH_LIMITS.maxTextLength) {
    problems.push({
      field: 'q',
      message: `has ${length} characters; at most ${SEARCH_LIMITS.maxTextLength} are allowed`,
    });
  }
  return text;
}
