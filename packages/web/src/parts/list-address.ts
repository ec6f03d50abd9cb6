// The addresses of lists: a search or all Primes, with filters, an order and a place.
import { ROUTES, SEARCH_FILTERS, type SearchFilters } from '@prime-registry/protocol';

/** What a list shows; the empty text and 0 are left out of its address. */
export interface ListPlace {
  readonly text?: string;
  /** What is listed instead of Primes. */
  readonly what?: 'atoms' | undefined;
  /** Only atoms of this Prime. */
  readonly prime?: string | undefined;
  readonly filters: SearchFilters;
  readonly sort?: string;
  readonly from?: string;
  readonly offset?: number;
}

/** The address of a search if there is a text, or else of the list of all Primes. */
export function listAddress({ text = '', what, prime, filters, sort, from, offset = 0 }: ListPlace): string {
  const query = new URLSearchParams(text === '' ? {} : { q: text });
  if (what !== undefined) query.set('in', what);
  if (prime !== undefined) query.set('prime', prime);
  for (const field of SEARCH_FILTERS) for (const value of filters[field] ?? []) query.append(field, value);
  if (sort !== undefined && sort !== (text === '' ? 'name' : 'relevance')) query.set('sort', sort);
  if (from !== undefined && from !== '') query.set('from', from);
  if (offset > 0) query.set('offset', String(offset));
  const path = text === '' ? ROUTES.browsePage : ROUTES.findPage;
  return query.size === 0 ? path : `${path}?${query}`;
}
