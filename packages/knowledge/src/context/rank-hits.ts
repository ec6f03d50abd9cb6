// Searches for each word of a task alone, and what they find together.
import type { KnowledgeHit, KnowledgeHits } from '../source/knowledge-source.ts';
import type { QueryTerm } from './query-terms.ts';

/** From this length on, the beginning of a word stands for its forms; shorter ones begin many other words. */
const MIN_BEGINNING = 4;
/** A place further down a list of hits is worth less by this share of the first. */
const PLACE_STEP = 0.1;

/** Long words tend to be rare, and to say most. */
export function longestFirst(terms: readonly QueryTerm[]): QueryTerm[] {
  return terms.toSorted((a, b) => b.word.length - a.word.length);
}

/** What to search for a word. */
export function searchedForm({ word, stem }: QueryTerm): string {
  return stem.length >= MIN_BEGINNING && word.startsWith(stem) ? stem : word;
}

/** How much a hit of a search says: more if few Primes match. */
export function worthOf({ total }: KnowledgeHits): number {
  return 1 / Math.log2(2 + total);
}

/** The hits of all searches, each Prime once, best first: places are added up, and equal ones go by name. */
export function rankHits(results: readonly KnowledgeHits[]): KnowledgeHit[] {
  const found = new Map<string, { readonly hit: KnowledgeHit; score: number }>();
  for (const result of results) {
    for (const [place, hit] of result.hits.entries()) {
      const entry = found.get(hit.name) ?? { hit, score: 0 };
      found.set(hit.name, entry);
      entry.score += worthOf(result) / (1 + place * PLACE_STEP);
    }
  }
  return [...found.values()]
    .sort((a, b) => b.score - a.score || (a.hit.name < b.hit.name ? -1 : 1))
    .map(({ hit }) => hit);
}
