// Scores how well a Prime answers a query. All candidates match: every word is somewhere in them.
import { createPause, mapWithPauses } from '@prime-registry/concurrency';
import type { PassageStrengths } from './inside/passage-matches.ts';
import { type EntryTerms, MARKS, type Rarities, type SearchTerms } from './words/search-terms.ts';

/** A Prime to rank. */
export interface Candidate extends EntryTerms {
  readonly id: number;
  readonly name: string;
  /** 1 if its latest version is deprecated. */
  readonly isDeprecated: number;
}

/** A ranked Prime. */
export interface Ranked {
  readonly id: number;
  /** Above 0, at most 1. */
  readonly score: number;
}

// The weight of a match by its place; together with that of any match, they add up to 1. The short name
// outweighs the rest, even if only a prefix matches; the scope outweighs labels and description, and labels
// the description.
const WEIGHTS = {
  name: 0.55,
  allOfName: 0.2,
  scope: 0.12,
  label: 0.08,
  description: 0.04,
  any: 0.01,
} as const;

// Several words together in an atom, or in the README, say much; a single word says little.
const PASSAGE_WEIGHT = 0.25;
const PASSAGE_SHARE_OF_ONE_WORD = 0.06;

/** A deprecated Prime comes behind others, except those that hardly match. */
const DEPRECATED_SHARE = 0.1;

// Of longer queries, only the rarest words and the last one count: people do not type as many.
const MAX_SCORED_WORDS = 24;

/** Ranks candidates, best first; equal scores by name. */
export async function rank(
  candidates: readonly Candidate[],
  terms: SearchTerms,
  rarities: Rarities,
  passages: PassageStrengths,
): Promise<Ranked[]> {
  const score = scorer(terms, rarities);
  const inside = PASSAGE_WEIGHT * (terms.words.length === 0 ? PASSAGE_SHARE_OF_ONE_WORD : 1);
  const ranked = await mapWithPauses(candidates, createPause(), (candidate) => ({
    id: candidate.id,
    name: candidate.name,
    score:
      score(candidate, inside * (passages.get(candidate.id) ?? 0)) *
      (candidate.isDeprecated === 1 ? DEPRECATED_SHARE : 1),
  }));
  return ranked.sort((a, b) => b.score - a.score || (a.name < b.name ? -1 : 1));
}

function scorer(terms: SearchTerms, rarities: Rarities): (terms: EntryTerms, inside: number) => number {
  const { last, wholeName } = terms;
  const words = findRarest(terms, rarities);
  const wanted = [...words, last].map((word, index) => ({
    mayBeBeginning: index === words.length,
    rarity: rarities.get(word) ?? 1,
    inName: MARKS.name + word,
    inScope: MARKS.scope + word,
    inLabels: MARKS.label + word,
    inDescription: word,
  }));
  const sum = wanted.reduce((total, { rarity }) => total + rarity, 0);
  const called = ` ${wholeName} `;

  return ({ labelTerms, descriptionTerms }, inside) => {
    let strength: number = WEIGHTS.any;
    let wordsInName = 0;
    for (const { mayBeBeginning, rarity, inName, inScope, inLabels, inDescription } of wanted) {
      const nameMatch = bestMatch(labelTerms, inName, mayBeBeginning);
      wordsInName += nameMatch;
      strength +=
        (rarity / sum) *
        (WEIGHTS.name * nameMatch +
          WEIGHTS.scope * bestMatch(labelTerms, inScope, mayBeBeginning) +
          WEIGHTS.label * bestMatch(labelTerms, inLabels, mayBeBeginning) +
          WEIGHTS.description * repeatedMatch(descriptionTerms, inDescription, mayBeBeginning));
    }
    strength += WEIGHTS.allOfName * Math.min(1, wordsInName / countNameWords(labelTerms));
    // The upper half of the scores is for a match of the whole name.
    return ((labelTerms.includes(called) ? 1 : 0) + (strength + inside) / (1 + PASSAGE_WEIGHT)) / 2;
  };
}

function findRarest({ words }: SearchTerms, rarities: Rarities): readonly string[] {
  if (words.length < MAX_SCORED_WORDS) return words;
  const rarityOf = (word: string): number => rarities.get(word) ?? 1;
  return words.toSorted((a, b) => rarityOf(b) - rarityOf(a)).slice(0, MAX_SCORED_WORDS - 1);
}

/** How well the best term matches: 1 for the wanted term, 0 if none matches. */
function bestMatch(terms: string, wanted: string, mayBeBeginning: boolean): number {
  let best = 0;
  for (let at = terms.indexOf(wanted); at !== -1; at = terms.indexOf(wanted, at + 1)) {
    best = Math.max(best, matchAt(terms, at, wanted, mayBeBeginning));
    if (best === 1) break;
  }
  return best;
}

/** The same for a text with repeated words: half as much for a word that occurs once. */
function repeatedMatch(terms: string, wanted: string, mayBeBeginning: boolean): number {
  let best = 0;
  let matches = 0;
  for (let at = terms.indexOf(wanted); at !== -1; at = terms.indexOf(wanted, at + 1)) {
    const match = matchAt(terms, at, wanted, mayBeBeginning);
    best = Math.max(best, match);
    if (match > 0) matches += 1;
  }
  return (best * matches) / (matches + 1);
}

/** How well the term at a place matches: 0 inside a term, at least two thirds for a prefix. */
function matchAt(terms: string, at: number, wanted: string, mayBeBeginning: boolean): number {
  if (terms[at - 1] !== ' ') return 0;
  if (terms[at + wanted.length] === ' ') return 1;
  if (!mayBeBeginning) return 0;
  return (2 + wanted.length / (terms.indexOf(' ', at) - at)) / 3;
}

function countNameWords(terms: string): number {
  let words = 0;
  for (let at = terms.indexOf(MARKS.name); at !== -1; at = terms.indexOf(MARKS.name, at + 1)) {
    if (terms[at - 1] === ' ') words += 1;
  }
  return words;
}
