// Lists all Primes in an order, or those that pass filters. Filters are terms of the search index. However many
// Primes pass, a page reads a limited number of rows.
import { SEARCH_LIMITS } from '@prime-registry/protocol';
import type { BrowseFindings, BrowsePage } from '../contracts/search/browse-store.ts';
import { countFacets } from './facets.ts';
import type { SearchQueries } from './search-queries.ts';
import { createFilterTest, filterExpressions } from './words/filter-terms.ts';

// Up to this many Primes that pass are sorted.
const MAX_SORTED = 5000;
// If more match, enough of them are found early in a scan of all Primes in the order.
// Few are enough for the first pages. Each part reads the places before it again, so there are few parts.
const LOOKED_THROUGH = [500, 1500, 3000] as const;
/** Primes that facets count: each is read from another place, which takes most of the time of a page. */
const MAX_FACETED = 500;
/** Primes that are counted if there are no filters. */
const MAX_COUNTED = SEARCH_LIMITS.offset.maximum;

/** A part of the ids in the order. */
interface FoundPart {
  readonly ids: readonly number[];
  readonly total: number | undefined;
  readonly isMore: boolean;
  readonly isCut: boolean;
  /** Ids that facets count. */
  readonly faceted: readonly number[];
}

/** Lists a page of Primes. */
export async function browse(queries: SearchQueries, page: BrowsePage): Promise<BrowseFindings> {
  const expressions = filterExpressions(page.filters, queries.notation);
  const { ids, faceted, ...part } =
    expressions.length === 0
      ? await listAll(queries, page)
      : await listPassing(queries, page, queries.notation.all(expressions));
  const listed = await queries.readListed(ids);
  const facts = await queries.readFacts(faceted);
  const names = await queries.readNames(faceted);
  return {
    ...part,
    primes: ids.flatMap((id) => listed.get(id) ?? []),
    facets: countFacets(facts, names),
    facetTotal: facts.length,
  };
}

async function listAll(
  queries: SearchQueries,
  { order, from, limit, offset }: BrowsePage,
): Promise<FoundPart> {
  const faceted = await queries.listIds(order, from, { limit: MAX_FACETED, offset: 0 });
  const ids =
    offset + limit < MAX_FACETED
      ? faceted.slice(offset, offset + limit + 1)
      : await queries.listIds(order, from, { limit: limit + 1, offset });
  const counted = from === '' ? await queries.countPrimes(MAX_COUNTED + 1) : undefined;
  return {
    ids: ids.slice(0, limit),
    total: counted === undefined || counted > MAX_COUNTED ? undefined : counted,
    isMore: ids.length > limit,
    isCut: false,
    faceted,
  };
}

async function listPassing(queries: SearchQueries, page: BrowsePage, expression: string): Promise<FoundPart> {
  const found = await queries.findIds('all', expression, MAX_SORTED + 1);
  const faceted = found.slice(0, MAX_FACETED);
  if (found.length > MAX_SORTED) return { ...(await lookThrough(queries, page)), faceted };
  const { order, from, limit, offset } = page;
  const among = order === 'name' && from !== '' ? await listFrom(queries, found, from) : found;
  const ids = await queries.sortIds(among, order, { limit, offset });
  const isMore = offset + limit < among.length;
  return { ids, total: among.length, isMore, isCut: false, faceted };
}

async function listFrom(queries: SearchQueries, ids: readonly number[], from: string): Promise<number[]> {
  const names = await queries.readNames(ids);
  return ids.filter((id) => (names.get(id) ?? '') >= from);
}

const NO_NAMES: ReadonlyMap<number, string> = new Map();

/** Looks for Primes that pass, in the order. */
async function lookThrough(
  queries: SearchQueries,
  { order, from, filters, limit, offset }: BrowsePage,
): Promise<Omit<FoundPart, 'faceted'>> {
  const passes = createFilterTest(filters);
  const wanted = offset + limit + 1;
  const passing: number[] = [];
  // Only the test of scopes needs the names.
  const needsNames = (filters.scope ?? []).length > 0;
  let at = 0;
  let isEnd = false;
  for (const length of LOOKED_THROUGH) {
    if (isEnd || passing.length >= wanted) break;
    const ids = await queries.listIds(order, from, { limit: length, offset: at });
    const names = needsNames ? await queries.readNames(ids) : NO_NAMES;
    const facts = new Map((await queries.readFacts(ids)).map((each) => [each.id, each]));
    for (const id of ids) {
      const ofPrime = facts.get(id);
      if (ofPrime !== undefined && passes(names.get(id) ?? '', ofPrime)) passing.push(id);
    }
    at += length;
    isEnd = ids.length < length;
  }
  const isMore = passing.length >= wanted;
  return { ids: passing.slice(offset, offset + limit), total: undefined, isMore, isCut: !isMore && !isEnd };
}
