// In which passages all words of a query stand together, and how much that says of a Prime.
import type { Kysely } from 'kysely';
import type { Schema } from '../sql/schema.ts';
import type { InsideReads } from './inside-index.ts';
import { MARKS, type Notation, type SearchTerms } from './search-terms.ts';

// Where the words stand, and what that is worth; best first.
const PLACES = [
  { mark: MARKS.name, strength: 1 },
  { mark: MARKS.label, strength: 0.5 },
  { mark: '', strength: 0.25 },
] as const;

// Of passages that match so many are looked at; a common word is in millions.
const MAX_PASSAGES = 2000;
// The beginning of a word says something from here on.
const MIN_BEGINNING = 3;

/** By Prime, above 0 and at most 1. */
export type PassageStrengths = ReadonlyMap<number, number>;

/** How the last word is looked for: whole first, as the beginnings of many words take longer. */
export const LAST_WORD_WAYS = ['whole', 'beginning'] as const;
export type LastWordWay = (typeof LAST_WORD_WAYS)[number];

/** Expressions for the passages with all words, in the order of {@link PLACES}. */
export function passageExpressions(
  { words, last }: SearchTerms,
  { all, exact, beginning }: Notation,
  way: LastWordWay,
): string[] {
  const lastOne = way === 'whole' || last.length < MIN_BEGINNING ? exact : beginning;
  return PLACES.map(({ mark }) => all([...words.map((word) => exact(mark + word)), lastOne(mark + last)]));
}

/** The Primes with passages that have all words, the best first. */
export async function findPassageStrengths(
  reads: InsideReads,
  notation: Notation,
  db: Kysely<Schema>,
  terms: SearchTerms,
): Promise<PassageStrengths> {
  const strengths = new Map<number, number>();
  for (const way of LAST_WORD_WAYS) {
    for (const [index, expression] of passageExpressions(terms, notation, way).entries()) {
      const strength = PLACES[index]?.strength ?? 0;
      for (const { primeId } of await reads.countPassages(db, expression, MAX_PASSAGES)) {
        if (!strengths.has(primeId)) strengths.set(primeId, strength);
      }
    }
    if (strengths.size > 0) break;
  }
  return strengths;
}
