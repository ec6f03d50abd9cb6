// A search, whichever engine has the index: which Primes are looked at, in which order they come, and how many there are.
// However many match, no more than a few hundred are looked at.
import { SEARCH_LIMITS, type SearchQuery } from '@prime-registry/protocol';
import type { Kysely } from 'kysely';
import type { RichSearchQuery } from '../contracts/rich-search-store.ts';
import type { Correction, SearchFindings, SearchHit } from '../contracts/search-store.ts';
import type { Schema } from '../sql/schema.ts';
import { correctTerms } from './correct-terms.ts';
import { filterExpressions } from './filter-terms.ts';
import { findPassageStrengths, type PassageStrengths } from './passage-matches.ts';
import type { SearchQueries, Source, WordSample } from './search-queries.ts';
import { type Candidate, type Ranked, rank } from './search-ranking.ts';
import {
  type BestFirst,
  bestFirstExpressions,
  matchExpression,
  type Rarities,
  readSearchTerms,
  type SearchTerms,
} from './search-terms.ts';

// Of up to so many matches every one is ranked: to read them costs less than to choose.
const MAX_ALL_RANKED = 1000;
// Of more, so many that may rank first are; the others follow in the order in which their Primes were published first.
const MAX_BEST_RANKED = 300;
// What can be paged to: nobody sees what is behind it, and to count it would take as long as there are Primes.
const MAX_TOTAL = SEARCH_LIMITS.offset.maximum + SEARCH_LIMITS.limit.maximum;
// Of the Primes with a word the first so many are counted; how far apart they are tells how many there are in all.
const RARITY_SAMPLE = 1000;
// Where no more match, words may have been mistyped.
const MAX_FEW = 2;
// What matches after a correction alone is worth no more than this, and than what matches as it was typed.
const CORRECTED_SCORE = 0.5;

/** What was found, as far as it was looked at. */
export interface Ranking {
  readonly page: readonly Ranked[];
  readonly total: number;
  readonly corrected: readonly Correction[];
  /** What was searched, corrections included; undefined for a query without words. */
  readonly terms: SearchTerms | undefined;
  /** Everything that was ranked, by id. */
  readonly candidates: ReadonlyMap<number, Candidate>;
}

/** Searches with what an engine has. */
export async function searchRanked(
  queries: SearchQueries,
  db: Kysely<Schema>,
  query: SearchQuery,
): Promise<SearchFindings> {
  const { page, total, corrected } = await rankMatches(queries, db, query);
  return { hits: await readHits(queries, db, page), total, corrected };
}

/** Finds what matches, and ranks what may come first of it. */
export async function rankMatches(
  queries: SearchQueries,
  db: Kysely<Schema>,
  { text, limit, offset, filters = {} }: RichSearchQuery,
): Promise<Ranking> {
  const { all, any } = queries.notation;
  const terms = readSearchTerms(text);
  if (terms === undefined) return { page: [], total: 0, corrected: [], terms, candidates: new Map() };
  const asked = filterExpressions(filters, queries.notation);
  const filtered = (expression: string): string => all([...asked, expression]);
  const page = { limit, offset, filtered, isFiltered: asked.length > 0 };

  const typed = matchExpression(terms, queries.notation);
  const some = await queries.findIds(db, 'all', filtered(typed), MAX_ALL_RANKED + 1);
  const matches = { terms, matching: filtered(typed), some };
  if (some.length > MAX_FEW) return rankPage(queries, db, matches, page);
  const correction = await correctTerms(queries, db, terms, filtered);
  if (correction === undefined) return rankPage(queries, db, matches, page);

  const first = some.length === 0 ? undefined : await rankIds(queries, db, terms, some);
  const meant = matchExpression(correction.terms, queries.notation);
  const either = filtered(some.length === 0 ? meant : any([typed, meant]));
  const found = await queries.findIds(db, 'all', either, MAX_ALL_RANKED + 1);
  return rankPage(queries, db, { ...correction, matching: either, some: found, first }, page);
}

/** What is to be ranked. */
interface Matches {
  readonly terms: SearchTerms;
  /** The expression for all that match. */
  readonly matching: string;
  /** Their ids; those of the first, when there are too many to rank them all. */
  readonly some: readonly number[];
  /** Those that come first, whatever the others are. */
  readonly first?: RankedIds | undefined;
  readonly corrected?: readonly Correction[];
}

interface Page extends Pick<SearchQuery, 'limit' | 'offset'> {
  readonly isFiltered: boolean;
  filtered(expression: string): string;
}

interface RankedIds {
  readonly ranked: readonly Ranked[];
  readonly candidates: readonly Candidate[];
}

async function rankPage(
  queries: SearchQueries,
  db: Kysely<Schema>,
  { terms, matching, some, first, corrected = [] }: Matches,
  { limit, offset, isFiltered, filtered }: Page,
): Promise<Ranking> {
  if (some.length === 0) return { page: [], total: 0, corrected, terms, candidates: new Map() };
  const areAll = some.length <= MAX_ALL_RANKED;
  const rarities = await measureRarities(queries, db, terms);
  const strengths = await findPassageStrengths(queries.inside, queries.notation, db, terms);
  const findBest = (): Promise<number[]> => {
    // What has passages that match may not be what was filtered by.
    const withPassages = isFiltered ? [] : [...strengths.keys()];
    const source = isFiltered ? 'all' : 'own';
    const bestFirst = bestFirstExpressions(terms, rarities, queries.notation);
    return findBestIds(queries, db, { ...mapAll(bestFirst, filtered), matching, source, withPassages });
  };
  const isFirst = new Set(first?.ranked.map(({ id }) => id));
  const best = (areAll ? some : await findBest()).filter((id) => !isFirst.has(id));
  const highest = corrected.length === 0 ? 1 : CORRECTED_SCORE * (first?.ranked.at(-1)?.score ?? 1);
  const others = await rankIds(queries, db, terms, best, { rarities, strengths });
  const ranked = [
    ...(first?.ranked ?? []),
    ...others.ranked.map(({ id, score }) => ({ id, score: score * highest })),
  ];
  const candidates = new Map(
    [...(first?.candidates ?? []), ...others.candidates].map((candidate) => [candidate.id, candidate]),
  );
  const page = ranked.slice(offset, offset + limit);
  if (areAll) return { page, total: some.length, corrected, terms, candidates };
  if (page.length < limit) {
    const behind = { limit: limit - page.length, offset: offset + page.length - ranked.length };
    const score = ranked.at(-1)?.score ?? 0;
    const without = ranked.map(({ id }) => id);
    for (const id of await queries.findOtherIds(db, 'all', matching, without, behind))
      page.push({ id, score });
  }
  const total = await queries.countMatches(db, 'all', matching, MAX_TOTAL);
  return { page, total, corrected, terms, candidates };
}

async function rankIds(
  queries: SearchQueries,
  db: Kysely<Schema>,
  terms: SearchTerms,
  ids: readonly number[],
  known?: { readonly rarities: Rarities; readonly strengths: PassageStrengths },
): Promise<RankedIds> {
  const rarities = known?.rarities ?? (await measureRarities(queries, db, terms));
  const strengths =
    known?.strengths ?? (await findPassageStrengths(queries.inside, queries.notation, db, terms));
  const candidates = await queries.readCandidates(db, ids);
  return { candidates, ranked: rank(candidates, terms, rarities, strengths) };
}

interface BestSearch extends BestFirst {
  readonly matching: string;
  readonly source: Source;
  /** Primes with passages that match, the best first. */
  readonly withPassages: readonly number[];
}

/** Those that may rank first of all that match. */
async function findBestIds(
  queries: SearchQueries,
  db: Kysely<Schema>,
  { named, others, matching, source, withPassages }: BestSearch,
): Promise<number[]> {
  const best = new Set<number>();
  const add = (ids: readonly number[], most = MAX_BEST_RANKED): void => {
    for (const id of ids) if (best.size < most) best.add(id);
  };
  for (const expression of named) add(await queries.findIds(db, source, expression, MAX_BEST_RANKED));
  // They leave room for others.
  add(withPassages, Math.max(best.size, MAX_BEST_RANKED / 2));
  for (const expression of others) {
    if (best.size === MAX_BEST_RANKED) return [...best];
    add(await queries.findIds(db, source, expression, MAX_BEST_RANKED));
  }
  add(withPassages);
  if (best.size < MAX_BEST_RANKED) add(await queries.findIds(db, 'all', matching, MAX_BEST_RANKED));
  return [...best];
}

function mapAll({ named, others }: BestFirst, map: (expression: string) => string): BestFirst {
  return { named: named.map(map), others: others.map(map) };
}

async function readHits(
  queries: SearchQueries,
  db: Kysely<Schema>,
  page: readonly Ranked[],
): Promise<SearchHit[]> {
  const ids = page.map(({ id }) => id);
  const entries = new Map((await queries.readEntries(db, ids)).map(({ id, ...entry }) => [id, entry]));
  return page.flatMap(({ id, score }) => {
    const entry = entries.get(id);
    return entry === undefined ? [] : [{ ...entry, score }];
  });
}

/** How rare the words are, as logarithms; of a single word it makes no difference. */
async function measureRarities(
  { notation, sample }: SearchQueries,
  db: Kysely<Schema>,
  { words, last }: SearchTerms,
): Promise<Map<string, number>> {
  const rarities = new Map<string, number>();
  if (words.length === 0) return rarities;
  const measure = async (expression: string): Promise<number> =>
    toRarity(await sample(db, 'all', expression, RARITY_SAMPLE));
  for (const word of words) rarities.set(word, await measure(notation.exact(word)));
  rarities.set(last, await measure(notation.beginning(last)));
  return rarities;
}

function toRarity({ count, among }: WordSample): number {
  return count === 0 ? 1 : Math.log(1 + among / count);
}
