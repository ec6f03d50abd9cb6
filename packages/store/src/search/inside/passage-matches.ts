// Finds passages with all words of a query, and how much they strengthen the match of a Prime.
import { MARKS, type Notation, type SearchTerms } from '../words/search-terms.ts';
import type { InsideReads, Over } from './inside-index.ts';

// The places of the words in a passage, with their strengths; best first.
const PLACES = [
  { mark: MARKS.name, strength: 1 },
  { mark: MARKS.label, strength: 0.5 },
  { mark: '', strength: 0.25 },
] as const;

// Only the first matches are read; a common word is in millions of passages.
const MAX_PASSAGES = 2000;
// A single word says little. If it is common, it mostly decides between Primes that are equal otherwise, and the oldest have it.
const MAX_PASSAGES_OF_COMMON_WORD = 500;
// Nobody searches for a passage with more words; each word is looked up for each Prime on the page.
const MAX_WORDS = 24;
// Shorter prefixes say too little.
const MIN_BEGINNING = 3;

/** By id of the Prime; above 0, at most 1. */
export type PassageStrengths = ReadonlyMap<number, number>;

/** How the last word is searched: as a whole word first, because prefixes take longer. */
export const LAST_WORD_WAYS = ['whole', 'beginning'] as const;
export type LastWordWay = (typeof LAST_WORD_WAYS)[number];

/** Expressions for the passages with all words, in the order of {@link PLACES}; none for very many words. */
export function passageExpressions(
  { words, last }: SearchTerms,
  { all, exact, beginning }: Notation,
  way: LastWordWay,
): string[] {
  if (words.length >= MAX_WORDS) return [];
  const lastOne = way === 'whole' || last.length < MIN_BEGINNING ? exact : beginning;
  return PLACES.map(({ mark }) => all([...words.map((word) => exact(mark + word)), lastOne(mark + last)]));
}

/** How passages are found. */
interface PassageQueries {
  readonly inside: Over<Pick<InsideReads, 'findPrimes'>>;
  readonly notation: Notation;
}

/**
 * The Primes with passages that contain all words, best first.
 * @param isCommon - whether so many Primes match that only some are ranked
 */
export async function findPassageStrengths(
  { inside, notation }: PassageQueries,
  terms: SearchTerms,
  isCommon = false,
): Promise<PassageStrengths> {
  const most = isCommon && terms.words.length === 0 ? MAX_PASSAGES_OF_COMMON_WORD : MAX_PASSAGES;
  const strengths = new Map<number, number>();
  for (const way of LAST_WORD_WAYS) {
    // The beginning of a single word is in many passages, and says hardly anything about the Primes that have them.
    if (way === 'beginning' && terms.words.length === 0) break;
    const found = await inside.findPrimes(passageExpressions(terms, notation, way), most);
    for (const [index, primeIds] of found.entries()) {
      const strength = PLACES[index]?.strength ?? 0;
      for (const primeId of primeIds) if (!strengths.has(primeId)) strengths.set(primeId, strength);
    }
    if (strengths.size > 0) break;
  }
  return strengths;
}
