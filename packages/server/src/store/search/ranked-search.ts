// A search, whichever engine has the index: which Primes are looked at, in which order they come, and how many there are.
// However many match, no more than a few hundred are looked at.
import { SEARCH_LIMITS, type SearchQuery } from '@prime-registry/protocol';
import type { Kysely } from 'kysely';
import type { Correction, SearchFindings, SearchHit } from '../registry-store.ts';
import type { Schema } from '../schema.ts';
import { correctTerms } from './correct-terms.ts';
import { type Candidate, type Ranked, rank } from './search-ranking.ts';
import {
  bestFirstExpressions,
  matchExpression,
  type Notation,
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

/** So much is read of the terms of each, names and tags first: one with a long description costs no more than others. */
export const MAX_READ_CHARACTERS = 4000;

/** The first of the Primes with a word, in the order of ids. */
export interface WordSample {
  readonly count: number;
  /** The last of them; 0 where there is none. */
  readonly lastId: number;
  /** The last of all Primes. */
  readonly maxId: number;
}

/** What an engine is asked; expressions are in its notation. */
export interface SearchQueries {
  readonly notation: Notation;
  /** Ids of Primes that match, in the order of ids. */
  findIds(db: Kysely<Schema>, expression: string, limit: number): Promise<number[]>;
  /** The same without some of them. */
  findOtherIds(
    db: Kysely<Schema>,
    expression: string,
    without: readonly number[],
    page: { readonly limit: number; readonly offset: number },
  ): Promise<number[]>;
  /** How many match, counted up to `most`. */
  countMatches(db: Kysely<Schema>, expression: string, most: number): Promise<number>;
  /** The first `size` of the Primes that match. */
  sample(db: Kysely<Schema>, expression: string, size: number): Promise<WordSample>;
  readCandidates(db: Kysely<Schema>, ids: readonly number[]): Promise<Candidate[]>;
  readEntries(db: Kysely<Schema>, ids: readonly number[]): Promise<ShownEntry[]>;
}

/** What is shown of a Prime that was found. */
export type ShownEntry = Omit<SearchHit, 'score'> & { readonly id: number };

// Where no more match, words may have been mistyped.
const MAX_FEW = 2;
// What matches after a correction alone is worth no more than this, and than what matches as it was typed.
const CORRECTED_SCORE = 0.5;

/** Searches with what an engine has. */
export async function searchRanked(
  queries: SearchQueries,
  db: Kysely<Schema>,
  { text, limit, offset }: SearchQuery,
): Promise<SearchFindings> {
  const terms = readSearchTerms(text);
  if (terms === undefined) return { hits: [], total: 0, corrected: [] };
  const page = { limit, offset };
  const matching = matchExpression(terms, queries.notation);
  const some = await queries.findIds(db, matching, MAX_ALL_RANKED + 1);
  if (some.length > MAX_FEW) return rankPage(queries, db, { terms, matching, some }, page);

  const correction = await correctTerms(queries, db, terms);
  if (correction === undefined) return rankPage(queries, db, { terms, matching, some }, page);
  const first = some.length > 0 ? await rankIds(queries, db, terms, some) : [];
  const corrected = matchExpression(correction.terms, queries.notation);
  const either = some.length > 0 ? queries.notation.any([matching, corrected]) : corrected;
  const found = await queries.findIds(db, either, MAX_ALL_RANKED + 1);
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
  readonly first?: readonly Ranked[];
  readonly corrected?: readonly Correction[];
}

async function rankPage(
  queries: SearchQueries,
  db: Kysely<Schema>,
  { terms, matching, some, first = [], corrected = [] }: Matches,
  { limit, offset }: Pick<SearchQuery, 'limit' | 'offset'>,
): Promise<SearchFindings> {
  if (some.length === 0) return { hits: [], total: 0, corrected };
  const areAll = some.length <= MAX_ALL_RANKED;
  const rarities = await measureRarities(queries, db, terms);
  const bestFirst = (): string[] => bestFirstExpressions(terms, rarities, queries.notation);
  const isFirst = new Set(first.map(({ id }) => id));
  const best = (areAll ? some : await findBestIds(queries, db, bestFirst())).filter((id) => !isFirst.has(id));
  const highest = corrected.length === 0 ? 1 : CORRECTED_SCORE * (first.at(-1)?.score ?? 1);
  const others = rank(await queries.readCandidates(db, best), terms, rarities);
  const ranked = [...first, ...others.map(({ id, score }) => ({ id, score: score * highest }))];
  const page = ranked.slice(offset, offset + limit);
  if (areAll) return { hits: await readHits(queries, db, page), total: some.length, corrected };
  if (page.length < limit) {
    const behind = { limit: limit - page.length, offset: offset + page.length - ranked.length };
    const score = ranked.at(-1)?.score ?? 0;
    const without = ranked.map(({ id }) => id);
    for (const id of await queries.findOtherIds(db, matching, without, behind)) page.push({ id, score });
  }
  const total = await queries.countMatches(db, matching, MAX_TOTAL);
  return { hits: await readHits(queries, db, page), total, corrected };
}

async function rankIds(
  queries: SearchQueries,
  db: Kysely<Schema>,
  terms: SearchTerms,
  ids: readonly number[],
): Promise<Ranked[]> {
  const rarities = await measureRarities(queries, db, terms);
  return rank(await queries.readCandidates(db, ids), terms, rarities);
}

/** Those that may rank first of all that match. */
async function findBestIds(
  queries: SearchQueries,
  db: Kysely<Schema>,
  bestFirst: readonly string[],
): Promise<number[]> {
  const best = new Set<number>();
  for (const expression of bestFirst) {
    for (const id of await queries.findIds(db, expression, MAX_BEST_RANKED)) {
      best.add(id);
      if (best.size === MAX_BEST_RANKED) return [...best];
    }
  }
  return [...best];
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
    toRarity(await sample(db, expression, RARITY_SAMPLE));
  for (const word of words) rarities.set(word, await measure(notation.exact(word)));
  rarities.set(last, await measure(notation.beginning(last)));
  return rarities;
}

function toRarity({ count, lastId, maxId }: WordSample): number {
  if (count === 0) return 1;
  return Math.log(1 + (count < RARITY_SAMPLE ? maxId : lastId) / count);
}
