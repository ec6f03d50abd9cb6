// Filters are terms in the index like any other, so that a filter costs as much as a word.
import { hash } from 'node:crypto';
import { SEARCH_FILTERS, type SearchFilter, type SearchFilters } from '@prime-registry/protocol';
import { valuesOf } from '../facets.ts';
import type { InsideFacts } from '../inside/inside-index.ts';
import { MARKS, type Notation } from './search-terms.ts';

/** The term of a value. Values are case-insensitive. */
export function filterTerm(field: SearchFilter, value: string): string {
  // A digest, because a value may contain any character, and a term may not.
  const digest = hash('sha256', value.toLowerCase()).slice(0, 20);
  return `${MARKS.whole}${MARKS.whole}${field}${MARKS.joint}${digest}`;
}

/** The expressions that must match in addition to the words. */
export function filterExpressions(filters: SearchFilters, { exact, any }: Notation): string[] {
  return SEARCH_FILTERS.flatMap((field) => {
    const values = filters[field] ?? [];
    return values.length === 0 ? [] : [any(values.map((value) => exact(filterTerm(field, value))))];
  });
}

/** The same test for facts that were read. @returns a function of the name and the facts of a Prime */
export function createFilterTest(filters: SearchFilters): (name: string, facts: InsideFacts) => boolean {
  const wanted = SEARCH_FILTERS.flatMap((field) => {
    const values = filters[field] ?? [];
    return values.length === 0
      ? []
      : [{ field, values: new Set(values.map((value) => value.toLowerCase())) }];
  });
  return (name, facts) =>
    wanted.every(({ field, values }) =>
      valuesOf(field, name, facts).some((value) => values.has(value.toLowerCase())),
    );
}
