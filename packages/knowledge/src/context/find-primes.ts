// The Primes that a task is about. A search finds Primes that have every word; a task has more words than any Prime, so
// each word is also searched alone.
import { mapConcurrently } from '@prime-registry/concurrency';
import type { KnowledgeHits, KnowledgeSource } from '../source/knowledge-source.ts';
import type { PrimeVersion } from '../source/known-prime.ts';
import type { ContextOptions, ContextRequest, PackedContext } from './context-request.ts';
import { type QueryTerm, readQueryTerms, stemOf } from './query-terms.ts';

/** How many Primes are read for atoms, at most. */
const MAX_FOUND_PRIMES = 12;
/** How many searches a query leads to, at most. */
const MAX_SEARCHES = 12;
/** How many calls to the source run at a time. */
export const CALLS_AT_A_TIME = 4;

const HITS_OF_A_SEARCH = 20;
// From this length on, the beginning of a word stands for its forms; shorter ones begin many other words.
const MIN_BEGINNING = 4;
// A place further down a list of hits is worth less by this share of the first.
const PLACE_STEP = 0.1;

/** A Prime that may have what the task needs. */
export type FoundPrime = PrimeVersion;

/** The result of all searches. */
export interface FoundPrimes extends Pick<PackedContext, 'corrected' | 'incomplete'> {
  /** Best first. */
  readonly primes: readonly FoundPrime[];
  /** Ids of their atoms that the searches found, with the Prime; those that most searches found first. */
  readonly atoms: readonly { readonly id: string; readonly prime: FoundPrime }[];
  /** The terms of the query, with the corrected spelling of those that the search corrected. */
  readonly terms: readonly QueryTerm[];
}

/** Finds the Primes for a query by at most {@link MAX_SEARCHES} searches. */
export async function findPrimes(
  source: KnowledgeSource,
  { query = '', scope, kind }: Pick<ContextRequest, 'query' | 'scope' | 'kind'>,
  { signal }: ContextOptions,
): Promise<FoundPrimes> {
  const terms = readQueryTerms(query);
  const texts = listSearches(terms);
  const results = await mapConcurrently(
    texts,
    { limit: CALLS_AT_A_TIME, ...(signal && { signal }) },
    (text, end) => source.search({ text, scope, kind, limit: HITS_OF_A_SEARCH, offset: 0 }, { signal: end }),
  );
  const corrected = correctionsOf(results, terms);
  const primes = rankPrimes(results);
  return {
    primes,
    atoms: listAtoms(results, primes),
    terms: terms.map((term) => {
      const to = corrected.find(({ from }) => from === term.word)?.to;
      return to === undefined ? term : (readQueryTerms(to)[0] ?? term);
    }),
    corrected,
    incomplete: [...new Set(results.flatMap(({ incomplete }) => incomplete))].sort(),
  };
}

/** All words together, then each alone; long words first, because they tend to be rare. */
function listSearches(terms: readonly QueryTerm[]): string[] {
  const alone = terms
    .toSorted((a, b) => b.word.length - a.word.length)
    .slice(0, MAX_SEARCHES - 1)
    .map(({ word, stem }) => (stem.length >= MIN_BEGINNING && word.startsWith(stem) ? stem : word));
  const all = terms.map(({ word }) => word).join(' ');
  return terms.length > 1 ? [all, ...alone] : terms.map(({ word }) => word);
}

/** Adds up places: a search that few Primes match says more than one that many match. */
function rankPrimes(results: readonly KnowledgeHits[]): FoundPrime[] {
  const found = new Map<string, { readonly prime: FoundPrime; score: number }>();
  for (const { hits, total } of results) {
    const worth = 1 / Math.log2(2 + total);
    for (const [place, { name, version }] of hits.entries()) {
      const entry = found.get(name) ?? { prime: { name, version }, score: 0 };
      found.set(name, entry);
      entry.score += worth / (1 + place * PLACE_STEP);
    }
  }
  return [...found.values()]
    .sort((a, b) => b.score - a.score || (a.prime.name < b.prime.name ? -1 : 1))
    .slice(0, MAX_FOUND_PRIMES)
    .map(({ prime }) => prime);
}

/** What many searches found comes first. */
function listAtoms(results: readonly KnowledgeHits[], primes: readonly FoundPrime[]): FoundPrimes['atoms'] {
  const known = new Map(primes.map((prime) => [prime.name, prime]));
  const atoms = new Map<string, { readonly id: string; readonly prime: FoundPrime; count: number }>();
  for (const { hits } of results) {
    for (const { name, atoms: found } of hits) {
      const prime = known.get(name);
      if (prime === undefined) continue;
      for (const { id } of found) {
        const atom = atoms.get(id) ?? { id, prime, count: 0 };
        atom.count += 1;
        atoms.set(id, atom);
      }
    }
  }
  return [...atoms.values()]
    .sort((a, b) => b.count - a.count || (a.id < b.id ? -1 : 1))
    .map(({ id, prime }) => ({ id, prime }));
}

/** Corrections of words of the query, other than to another form of the same word. */
function correctionsOf(
  results: readonly KnowledgeHits[],
  terms: readonly QueryTerm[],
): PackedContext['corrected'] {
  const typed = new Map(terms.map(({ word, stem }) => [word, stem]));
  const corrections = new Map(
    results.flatMap(({ corrected }) => corrected.map(({ from, to }) => [from, to] as const)),
  );
  return Array.from(corrections, ([from, to]) => ({ from, to }))
    .filter(({ from, to }) => typed.has(from) && typed.get(from) !== stemOf(to))
    .sort((a, b) => (a.from < b.from ? -1 : 1));
}
