// Typo correction of words that no Prime has, or hardly any.

import { countForgiven, countMistakes, type Mistakes } from '@prime-registry/atoms';
import type { Correction } from '../../contracts/search/search-store.ts';
import type { MatchingIds, SearchQueries } from '../search-queries.ts';
import { matchExpression, replaceWords, type SearchTerms } from './search-terms.ts';

/** The corrected terms of a query. */
export interface CorrectedTerms {
  readonly terms: SearchTerms;
  readonly corrected: readonly Correction[];
  /** At least one. */
  readonly matches: MatchingIds;
}

/** How many matches are wanted. */
export interface WantedMatches {
  readonly fewest: number;
  readonly most: number;
}

/** A word with at most this many Primes may be a typo; its correction must have `factor` times as many. */
const DOUBTED = { atMost: 2, factor: 10 };
// Each word that is looked up is compared with up to 1,600 others: milliseconds.
const MAX_LOOKED_UP = 5;
// The closest words are weighed by their number of Primes, and the best ones are tried.
const MAX_WEIGHED = 24;
const MAX_TRIED_WORDS = 3;
const MAX_TRIED_QUERIES = 6;
// Higher counts make no difference.
const MAX_COUNTED = 300;

/** The closest terms with a match; undefined if there are none. */
export async function correctTerms(
  queries: SearchQueries,
  asked: SearchTerms,
  filtered: (expression: string) => string,
  { fewest, most }: WantedMatches = { fewest: 1, most: 1 },
): Promise<CorrectedTerms | undefined> {
  const typed = [...asked.words, asked.last];
  const known: number[] = [];
  for (const [index, word] of typed.entries())
    known.push(await countKnown(queries, word, index === asked.words.length));
  const unknown = typed.filter((_, index) => known[index] === 0);
  if (unknown.length > MAX_LOOKED_UP || unknown.some((word) => countForgiven(word) === 0)) return undefined;
  // Words that some Prime has are looked up if unknown ones leave room.
  let room = MAX_LOOKED_UP - unknown.length;
  const choices: string[][] = [];
  for (const [index, word] of typed.entries()) {
    const count = known[index] ?? 0;
    const isDoubted = count > 0 && count <= DOUBTED.atMost && countForgiven(word) > 0;
    const isLast = index === asked.words.length;
    const isLookedUp = count === 0 || (isDoubted && room-- > 0);
    const others = isLookedUp ? await listMeant(queries, { typed: word, known: count, isLast }) : [];
    const meant = count > 0 ? [...others, word] : others;
    if (meant.length === 0) return undefined;
    choices.push(meant);
  }
  for (const chosen of listCombinations(choices, MAX_TRIED_QUERIES)) {
    const corrected = typed.flatMap((from, index) => {
      const to = chosen[index] ?? from;
      return from === to ? [] : [{ from, to }];
    });
    if (corrected.length === 0) continue;
    const terms = replaceWords(asked, new Map(corrected.map(({ from, to }) => [from, to])));
    const meant = filtered(matchExpression(terms, queries.notation));
    const matches = await queries.findMatches(meant, fewest, most);
    if (matches.total > 0) return { terms, corrected, matches };
  }
  return undefined;
}

/** The number of Primes that match a word; higher numbers make no difference. */
function countKnown(
  { notation: { exact, beginning }, countMatches }: SearchQueries,
  word: string,
  isLast: boolean,
): Promise<number> {
  return countMatches((isLast ? beginning : exact)(word), DOUBTED.atMost + 1);
}

interface DoubtedWord {
  readonly typed: string;
  readonly known: number;
  readonly isLast: boolean;
}

/** The other words that a typed word may mean, most likely first. */
async function listMeant(queries: SearchQueries, { typed, known, isLast }: DoubtedWord): Promise<string[]> {
  const forgiven = countForgiven(typed);
  const closest = (await queries.listAlike(typed))
    .filter((word) => word !== typed)
    .map((word) => ({ word, distance: distanceOf(countMistakes(typed, word), forgiven, isLast) }))
    .filter(({ distance }) => distance !== undefined)
    .sort((a, b) => (a.distance ?? 0) - (b.distance ?? 0) || (a.word < b.word ? -1 : 1))
    .slice(0, MAX_WEIGHED);
  const counts = await queries.countEach(
    closest.map(({ word }) => queries.notation.exact(word)),
    MAX_COUNTED,
  );
  const weighed = closest
    .map(({ word, distance = 0 }, index) => ({ word, distance, primes: counts[index] ?? 0 }))
    .filter(({ primes }) => primes > 0 && primes >= known * DOUBTED.factor);
  weighed.sort((a, b) => a.distance - b.distance || b.primes - a.primes);
  return weighed.slice(0, MAX_TRIED_WORDS).map(({ word }) => word);
}

/**
 * The distance of a word; a whole word is closer than one whose prefix was typed. Undefined if it is too far.
 */
function distanceOf(
  { inWhole, inBeginning }: Mistakes,
  forgiven: number,
  isLast: boolean,
): number | undefined {
  if (inWhole <= forgiven) return inWhole;
  return isLast && inBeginning <= forgiven ? inBeginning + 0.5 : undefined;
}

/** Combinations of one word of each list, best first. */
function listCombinations(lists: readonly (readonly string[])[], most: number): string[][] {
  let combinations: { chosen: string[]; rank: number }[] = [{ chosen: [], rank: 0 }];
  for (const list of lists) {
    combinations = combinations
      .flatMap(({ chosen, rank }) =>
        list.map((word, index) => ({ chosen: [...chosen, word], rank: rank + index })),
      )
      .sort((a, b) => a.rank - b.rank)
      .slice(0, most);
  }
  return combinations.map(({ chosen }) => chosen);
}
