// A search, the same for every engine: which Primes are ranked, their order, and their number. However many
// match, only a limited number is read and ranked.
import {
  type PrimeOrder,
  REQUIRES_LIMITS,
  SEARCH_LIMITS,
  type SearchQuery,
  type SearchSort,
} from '@prime-registry/protocol';
import type { RichSearchQuery } from '../contracts/search/rich-search-store.ts';
import type { Correction, SearchFindings, SearchHit } from '../contracts/search/search-store.ts';
import { describeRequires } from '../versions/stored-requires.ts';
import { findPassageStrengths, type PassageStrengths } from './inside/passage-matches.ts';
import type { MatchingIds, SearchQueries, Source } from './search-queries.ts';
import { type Candidate, type Ranked, rank } from './search-ranking.ts';
import { measureRarities } from './word-rarities.ts';
import { correctTerms } from './words/correct-terms.ts';
import { filterExpressions } from './words/filter-terms.ts';
import {
  type BestFirst,
  bestFirstExpressions,
  matchExpression,
  type Rarities,
  readSearchTerms,
  type SearchTerms,
} from './words/search-terms.ts';

// Up to this many matches are all ranked: reading them costs less than choosing.
const MAX_ALL_RANKED = 1000;
// Of more matches, only those that may rank first are ranked; the others follow by their first publish.
const MAX_BEST_RANKED = 300;
// Up to this many matches are sorted by something else than their rank.
const MAX_SORTED = 5000;
// The last reachable result. Counting beyond it would take time in proportion to the number of Primes.
const MAX_TOTAL = SEARCH_LIMITS.offset.maximum + SEARCH_LIMITS.limit.maximum;
// With at most this many matches, words may be mistyped.
const MAX_FEW = 2;
// Maximum score of matches of a corrected query. They also stay below the matches of the original query.
const CORRECTED_SCORE = 0.5;

/** The ranked part of the matches. */
export interface Ranking {
  readonly page: readonly Ranked[];
  readonly total: number;
  readonly corrected: readonly Correction[];
  /** The terms of the search, including corrections; undefined for a query without words. */
  readonly terms: SearchTerms | undefined;
  /** All ranked Primes, by id. */
  readonly candidates: ReadonlyMap<number, Candidate>;
  /** Whether there are too many to sort all, and only the first ones are in the order asked for. */
  readonly isCut: boolean;
}

/** Searches with the queries of an engine. */
export async function searchRanked(queries: SearchQueries, query: SearchQuery): Promise<SearchFindings> {
  const { page, total, corrected } = await rankMatches(queries, query);
  return { hits: await readHits(queries, page), total, corrected };
}

/** Finds matches, and ranks those that may come first. */
export async function rankMatches(
  queries: SearchQueries,
  { text, limit, offset, filters = {}, sort = 'relevance' }: RichSearchQuery,
): Promise<Ranking> {
  const { all, any } = queries.notation;
  const terms = readSearchTerms(text);
  if (terms === undefined) return { ...NOTHING, corrected: [], terms };
  const asked = filterExpressions(filters, queries.notation);
  const filtered = (expression: string): string => all([...asked, expression]);
  const page = { limit, offset, sort, filtered, isFiltered: asked.length > 0 };

  const typed = matchExpression(terms, queries.notation);
  const found = await queries.findMatches(filtered(typed), MAX_ALL_RANKED + 1, MAX_TOTAL);
  const matches = { terms, matching: filtered(typed), found };
  if (found.total > MAX_FEW) return rankPage(queries, matches, page);
  const wanted = { fewest: MAX_ALL_RANKED + 1, most: MAX_TOTAL };
  const correction = await correctTerms(queries, terms, filtered, wanted);
  if (correction === undefined) return rankPage(queries, matches, page);

  const meant = matchExpression(correction.terms, queries.notation);
  if (found.total === 0) {
    const ofMeant = { ...correction, matching: filtered(meant), found: correction.matches };
    return rankPage(queries, ofMeant, page);
  }
  const first = await rankIds(queries, terms, found.ids);
  const matching = filtered(any([typed, meant]));
  const either = await queries.findMatches(matching, MAX_ALL_RANKED + 1, MAX_TOTAL);
  return rankPage(queries, { ...correction, matching, found: either, first }, page);
}

/** The matches to rank. */
interface Matches {
  readonly terms: SearchTerms;
  /** The expression for all matches. */
  readonly matching: string;
  readonly found: MatchingIds;
  /** Matches that come before all others. */
  readonly first?: RankedIds | undefined;
  readonly corrected?: readonly Correction[];
}

const NOTHING = { page: [], total: 0, candidates: new Map<number, Candidate>(), isCut: false };

interface Page extends Pick<SearchQuery, 'limit' | 'offset'> {
  readonly sort: SearchSort;
  readonly isFiltered: boolean;
  filtered(expression: string): string;
}

interface RankedIds {
  readonly ranked: readonly Ranked[];
  readonly candidates: readonly Candidate[];
}

async function rankPage(
  queries: SearchQueries,
  { terms, matching, found, first, corrected = [] }: Matches,
  asked: Page,
): Promise<Ranking> {
  const { limit, offset, isFiltered, filtered } = asked;
  const { total } = found;
  if (total === 0) return { ...NOTHING, corrected, terms };
  const areAll = total <= MAX_ALL_RANKED;
  const rarities = await measureRarities(queries, terms);
  const strengths = await findPassageStrengths(queries, terms, !areAll);
  const findBest = (): Promise<number[]> => {
    // Primes with matching passages may not match the filters.
    const withPassages = isFiltered ? [] : [...strengths.keys()];
    const source = isFiltered ? 'all' : 'own';
    const bestFirst = bestFirstExpressions(terms, rarities, queries.notation);
    return findBestIds(queries, { ...mapAll(bestFirst, filtered), matching, source, withPassages });
  };
  const isFirst = new Set(first?.ranked.map(({ id }) => id));
  const best = (areAll ? found.ids : await findBest()).filter((id) => !isFirst.has(id));
  const highest = corrected.length === 0 ? 1 : CORRECTED_SCORE * (first?.ranked.at(-1)?.score ?? 1);
  const others = await rankIds(queries, terms, best, { rarities, strengths });
  const ranked = [
    ...(first?.ranked ?? []),
    ...others.ranked.map(({ id, score }) => ({ id, score: score * highest })),
  ];
  const candidates = new Map(
    [...(first?.candidates ?? []), ...others.candidates].map((candidate) => [candidate.id, candidate]),
  );
  if (asked.sort !== 'relevance') {
    const all =
      found.ids.length === total ? found.ids : await queries.findIds('all', matching, MAX_SORTED + 1);
    const sorted = { ...(await sortPage(queries, all, asked.sort, asked, ranked)), total };
    for (const each of await queries.readCandidates(idsWithout(sorted.page, candidates)))
      candidates.set(each.id, each);
    return { ...sorted, corrected, terms, candidates };
  }
  const page = ranked.slice(offset, offset + limit);
  if (areAll) return { page, total, corrected, terms, candidates, isCut: false };
  if (page.length < limit) {
    const behind = { limit: limit - page.length, offset: offset + page.length - ranked.length };
    const score = ranked.at(-1)?.score ?? 0;
    for (const id of await findOthers(queries, { found, matching }, ranked, behind)) page.push({ id, score });
  }
  return { page, total, corrected, terms, candidates, isCut: false };
}

/** A page of the matches behind those that are ranked. */
async function findOthers(
  queries: SearchQueries,
  { found: { ids, total }, matching }: Pick<Matches, 'found' | 'matching'>,
  ranked: readonly Ranked[],
  { limit, offset }: Pick<SearchQuery, 'limit' | 'offset'>,
): Promise<readonly number[]> {
  const without = ranked.map(({ id }) => id);
  if (ids.length < total) return queries.findOtherIds(matching, without, { limit, offset });
  const isRanked = new Set(without);
  return ids.filter((id) => !isRanked.has(id)).slice(offset, offset + limit);
}

/** A page in another order than that of the ranks. */
async function sortPage(
  queries: SearchQueries,
  all: readonly number[],
  order: PrimeOrder,
  { limit, offset }: Page,
  ranked: readonly Ranked[],
): Promise<Pick<Ranking, 'page' | 'isCut'>> {
  const scores = new Map(ranked.map(({ id, score }) => [id, score]));
  const lowest = ranked.at(-1)?.score ?? 1;
  const ids = await queries.sortIds(all.slice(0, MAX_SORTED), order, { limit, offset });
  return {
    page: ids.map((id) => ({ id, score: scores.get(id) ?? lowest })),
    isCut: all.length > MAX_SORTED,
  };
}

function idsWithout(page: readonly Ranked[], known: ReadonlyMap<number, unknown>): number[] {
  return page.flatMap(({ id }) => (known.has(id) ? [] : [id]));
}

async function rankIds(
  queries: SearchQueries,
  terms: SearchTerms,
  ids: readonly number[],
  known?: { readonly rarities: Rarities; readonly strengths: PassageStrengths },
): Promise<RankedIds> {
  const rarities = known?.rarities ?? (await measureRarities(queries, terms));
  const strengths = known?.strengths ?? (await findPassageStrengths(queries, terms));
  const candidates = await queries.readCandidates(ids);
  return { candidates, ranked: await rank(candidates, terms, rarities, strengths) };
}

interface BestSearch extends BestFirst {
  readonly matching: string;
  readonly source: Source;
  /** Primes with matching passages, best first. */
  readonly withPassages: readonly number[];
}

/** Finds the matches that may rank first. */
async function findBestIds(
  queries: SearchQueries,
  { named, others, matching, source, withPassages }: BestSearch,
): Promise<number[]> {
  const best = new Set<number>();
  const add = (ids: readonly number[], most = MAX_BEST_RANKED): void => {
    for (const id of ids) if (best.size < most) best.add(id);
  };
  add(await queries.findFirstIds(source, named, MAX_BEST_RANKED, best));
  // Leaves room for others.
  add(withPassages, Math.max(best.size, MAX_BEST_RANKED / 2));
  add(await queries.findFirstIds(source, others, MAX_BEST_RANKED, best));
  add(withPassages);
  if (best.size < MAX_BEST_RANKED) add(await queries.findIds('all', matching, MAX_BEST_RANKED));
  return [...best];
}

function mapAll({ named, others }: BestFirst, map: (expression: string) => string): BestFirst {
  return { named: named.map(map), others: others.map(map) };
}

async function readHits(queries: SearchQueries, page: readonly Ranked[]): Promise<SearchHit[]> {
  const ids = page.map(({ id }) => id);
  const entries = new Map((await queries.readEntries(ids)).map(({ id, ...entry }) => [id, entry]));
  let left: number = REQUIRES_LIMITS.maxSearchCharacters;
  return page.flatMap(({ id, score }) => {
    const entry = entries.get(id);
    if (entry === undefined) return [];
    const { isDeprecated, requires, ...shown } = entry;
    left -= requires?.length ?? 0;
    return [
      {
        ...{ ...shown, score },
        ...(requires !== null && describeRequires(left < 0 ? undefined : requires)),
        ...(isDeprecated === 1 && { deprecated: true as const }),
      },
    ];
  });
}
