// The Primes that a task is about. A search finds Primes that have every word; a task has more words than any Prime, so
// each word is also searched alone.
import { mapConcurrently } from '@prime-registry/concurrency';
import type { KnowledgeHits } from '../source/knowledge-source.ts';
import type { PrimeVersion } from '../source/known-prime.ts';
import type { ContextRequest, PackedContext } from './context-request.ts';
import type { Reading } from './pool-atom.ts';
import { type QueryTerm, readQueryTerms, stemOf } from './query-terms.ts';
import { longestFirst, rankHits, searchedForm } from './rank-hits.ts';

/** How many Primes are read for atoms, at most. */
const MAX_FOUND_PRIMES = 12;
/** How many searches a query leads to, at most. */
const MAX_SEARCHES = 12;
/** How many calls to the source run at a time. */
export const CALLS_AT_A_TIME = 4;

const HITS_OF_A_SEARCH = 20;

export interface FoundPrimes extends Pick<PackedContext, 'corrected' | 'incomplete'> {
  /** Best first. */
  readonly primes: readonly PrimeVersion[];
  /** Ids of their atoms that the searches found, with the Prime; those that most searches found first. */
  readonly atoms: readonly { readonly id: string; readonly prime: PrimeVersion }[];
  /** The terms of the query, with the corrected spelling of those that the search corrected. */
  readonly terms: readonly QueryTerm[];
}

/** Finds the Primes for a query by at most {@link MAX_SEARCHES} searches. */
export async function findPrimes(
  { source, signal }: Reading,
  { query = '', scope, kind }: Pick<ContextRequest, 'query' | 'scope' | 'kind'>,
): Promise<FoundPrimes> {
  const terms = readQueryTerms(query);
  const texts = listSearches(terms);
  const results = await mapConcurrently(texts, { limit: CALLS_AT_A_TIME, signal }, (text, end) =>
    source.search({ text, scope, kind, limit: HITS_OF_A_SEARCH, offset: 0 }, { signal: end }),
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

/** All words together, then each alone. */
function listSearches(terms: readonly QueryTerm[]): string[] {
  const alone = longestFirst(terms)
    .slice(0, MAX_SEARCHES - 1)
    .map(searchedForm);
  const all = terms.map(({ word }) => word).join(' ');
  return terms.length > 1 ? [all, ...alone] : terms.map(({ word }) => word);
}

/** The best Primes of all searches. */
function rankPrimes(results: readonly KnowledgeHits[]): PrimeVersion[] {
  return rankHits(results)
    .slice(0, MAX_FOUND_PRIMES)
    .map(({ name, version }) => ({ name, version }));
}

/** What many searches found comes first. */
function listAtoms(results: readonly KnowledgeHits[], primes: readonly PrimeVersion[]): FoundPrimes['atoms'] {
  const known = new Map(primes.map((prime) => [prime.name, prime]));
  const atoms = new Map<string, { readonly id: string; readonly prime: PrimeVersion; count: number }>();
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
