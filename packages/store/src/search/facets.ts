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
  const count = (field: SearchFilter): FacetValue[] => {
    const counts = new Map<string, number>();
    for (const prime of primes) {
      const values = valuesOf(field, names.get(prime.id) ?? '', prime);
      // Most have one value, or none: a set for each of a thousand Primes would take most of the time here.
      for (const value of values.length > 1 ? new Set(values) : values)
        counts.set(value, (counts.get(value) ?? 0) + 1);
    }
    return listMost(counts);
  };
  return Object.fromEntries(SEARCH_FILTERS.map((field) => [field, count(field)])) as Record<
    SearchFilter,
    FacetValue[]
  >;
}

/** The values of a field that filters compare. @param name - of the Prime */
export function valuesOf(field: SearchFilter, name: string, facts: InsideFacts): readonly string[] {
  switch (field) {
    case 'scope':
      return [scopeOf(name)];
    case 'license':
      return [facts.license];
    case 'namespace':
      return facts.namespaces;
    case 'kind':
      return facts.kinds;
    case 'tag':
      return facts.tags;
  }
}

function listMost(counts: ReadonlyMap<string, number>): FacetValue[] {
  return Array.from(counts, ([value, count]) => ({ value, count }))
    .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1))
    .slice(0, MAX_FACET_VALUES);
}
