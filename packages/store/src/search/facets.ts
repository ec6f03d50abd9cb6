// Counts the values of Primes by field.
import { SEARCH_FILTERS, type SearchFilter, scopeOf } from '@prime-registry/protocol';
import type { FacetValue } from '../contracts/search/rich-search-store.ts';
import type { InsideFacts } from './inside/inside-index.ts';

const MAX_FACET_VALUES = 20;

/** The most frequent values of each field. @param names - of the Primes, by id */
export function countFacets(
  primes: readonly (InsideFacts & { readonly id: number })[],
  names: ReadonlyMap<number, string>,
): Record<SearchFilter, FacetValue[]> {
  const counts = new Map(SEARCH_FILTERS.map((field) => [field, new Map<string, number>()]));
  for (const prime of primes) {
    for (const [field, values] of Object.entries(valuesOf(names.get(prime.id) ?? '', prime))) {
      const ofField = counts.get(field as SearchFilter);
      for (const value of new Set(values)) ofField?.set(value, (ofField.get(value) ?? 0) + 1);
    }
  }
  return Object.fromEntries(
    SEARCH_FILTERS.map((field) => [field, listMost(counts.get(field) ?? new Map())]),
  ) as Record<SearchFilter, FacetValue[]>;
}

/** The values that filters compare. @param name - of the Prime */
export function valuesOf(
  name: string,
  { license, namespaces, kinds, tags }: InsideFacts,
): Record<SearchFilter, readonly string[]> {
  return { scope: [scopeOf(name)], license: [license], namespace: namespaces, kind: kinds, tag: tags };
}

function listMost(counts: ReadonlyMap<string, number>): FacetValue[] {
  return Array.from(counts, ([value, count]) => ({ value, count }))
    .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1))
    .slice(0, MAX_FACET_VALUES);
}
