// Lists all Primes in an order, or those that pass filters. Filters are terms of the search index. However many
// Primes pass, a page reads a limited number of rows.
import { SEARCH_LIMITS } from '@prime-registry/protocol';
import type { Kysely } from 'kysely';
import type { BrowseFindings, BrowsePage } from '../contracts/search/browse-store.ts';
import type { Schema } from '../sql/schema.ts';
import { countFacets } from './facets.ts';
import type { SearchQueries } from './search-queries.ts';
import { createFilterTest, filterExpressions } from './words/filter-terms.ts';

// Up to this many Primes that pass are sorted.
const MAX_SORTED = 5000;
// Of more, so many pass that they are soon found among all in the order.
const MAX_LOOKED_THROUGH = 5000;
const LOOKED_THROUGH_AT_A_TIME = 500;
/** Primes that facets count. */
const MAX_FACETED = 1000;
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
export async function browse(
  queries: SearchQueries,
  db: Kysely<Schema>,
  page: BrowsePage,
): Promise<BrowseFindings> {
  const expressions = filterExpressions(page.filters, queries.notation);
  const { ids, faceted, ...part } =
    expressions.length === 0
      ? await listAll(queries, db, page)
      : await listPassing(queries, db, page, queries.notation.all(expressions));
  const listed = await queries.readListed(db, ids);
  const facts = await queries.readFacts(db, faceted);
  const names = await queries.readNames(db, faceted);
  return {
    ...part,
    primes: ids.flatMap((id) => listed.get(id) ?? []),
    facets: countFacets(facts, names),
    facetTotal: facts.length,
  };
}

async function listAll(
  queries: SearchQueries,
  db: Kysely<Schema>,
  { order, from, limit, offset }: BrowsePage,
): Promise<FoundPart> {
  const ids = await queries.listIds(db, order, from, { limit: limit + 1, offset });
  const counted = from === '' ? await queries.countPrimes(db, MAX_COUNTED + 1) : undefined;
  return {
    ids: ids.slice(0, limit),
    total: counted === undefined || counted > MAX_COUNTED ? undefined : counted,
    isMore: ids.length > limit,
    isCut: false,
    faceted: await queries.listIds(db, order, from, { limit: MAX_FACETED, offset: 0 }),
  };
}

async function listPassing(
  queries: SearchQueries,
  db: Kysely<Schema>,
  page: BrowsePage,
  expression: string,
): Promise<FoundPart> {
  const found = await queries.findIds(db, 'all', expression, MAX_SORTED + 1);
  const faceted = found.slice(0, MAX_FACETED);
  if (found.length > MAX_SORTED) return { ...(await lookThrough(queries, db, page)), faceted };
  const { order, from, limit, offset } = page;
  const among = order === 'name' && from !== '' ? await listFrom(queries, db, found, from) : found;
  const ids = await queries.sortIds(db, among, order, { limit, offset });
  const isMore = offset + limit < among.length;
  return { ids, total: among.length, isMore, isCut: false, faceted };
}

async function listFrom(
  queries: SearchQueries,
  db: Kysely<Schema>,
  ids: readonly number[],
  from: string,
): Promise<number[]> {
  const names = await queries.readNames(db, ids);
  return ids.filter((id) => (names.get(id) ?? '') >= from);
}

/** Looks for Primes that pass, in the order. */
async function lookThrough(
  queries: SearchQueries,
  db: Kysely<Schema>,
  { order, from, filters, limit, offset }: BrowsePage,
): Promise<Omit<FoundPart, 'faceted'>> {
  const passes = createFilterTest(filters);
  const wanted = offset + limit + 1;
  const passing: number[] = [];
  let isEnd = false;
  for (
    let at = 0;
    at < MAX_LOOKED_THROUGH && passing.length < wanted && !isEnd;
    at += LOOKED_THROUGH_AT_A_TIME
  ) {
    const part = { limit: LOOKED_THROUGH_AT_A_TIME, offset: at };
    const ids = await queries.listIds(db, order, from, part);
    const names = await queries.readNames(db, ids);
    const facts = new Map((await queries.readFacts(db, ids)).map((each) => [each.id, each]));
    for (const id of ids) {
      const ofPrime = facts.get(id);
      if (ofPrime !== undefined && passes(names.get(id) ?? '', ofPrime)) passing.push(id);
    }
    isEnd = ids.length < LOOKED_THROUGH_AT_A_TIME;
  }
  const isMore = passing.length >= wanted;
  return { ids: passing.slice(offset, offset + limit), total: undefined, isMore, isCut: !isMore && !isEnd };
}
