// Filters are terms like any other: whatever is filtered by is in the index, so that a filter costs what a word costs.
import { createHash } from 'node:crypto';
import { SEARCH_FILTERS, type SearchFilter, type SearchFilters } from '@prime-registry/protocol';
import { MARKS, type Notation } from './search-terms.ts';

/** The term of a value. Values are compared without regard to case. */
export function filterTerm(field: SearchFilter, value: string): string {
  // A value may hold anything, a term may not.
  const digest = createHash('sha256').update(value.toLowerCase()).digest('hex').slice(0, 20);
  return `${MARKS.whole}${MARKS.whole}${field}${MARKS.joint}${digest}`;
}

/** The expressions that have to match besides the words. */
export function filterExpressions(filters: SearchFilters, { exact, any }: Notation): string[] {
  return SEARCH_FILTERS.flatMap((field) => {
    const values = filters[field] ?? [];
    return values.length === 0 ? [] : [any(values.map((value) => exact(filterTerm(field, value))))];
  });
}
