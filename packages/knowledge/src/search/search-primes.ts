// Search over Primes in memory, by the rules of a registry: every word must be somewhere in a Prime or its atoms, and the
// last word may be the beginning of one. Ranked by BM25 over weighted words. Deterministic: equal scores are in
// the order of names.
import { compareText, splitWords } from '@prime-registry/atoms';
import type { KnowledgeQuery } from '../source/knowledge-source.ts';
import type { KnownAtom } from '../source/known-prime.ts';
import { correctWords } from './correct-words.ts';
import type { IndexedPrime } from './index-prime.ts';
import { createScorer, listShares, type Scorer } from './score-words.ts';

export interface LocalHit {
  readonly prime: IndexedPrime['prime'];
  /** Above 0; comparable within one search. */
  readonly score: number;
  /** Best first, at most 20. */
  readonly atoms: readonly KnownAtom[];
  /** How many of its atoms match. */
  readonly atomTotal: number;
}

export interface LocalHits {
  /** All of them, best first. */
  readonly hits: readonly LocalHit[];
  readonly corrected: readonly { readonly from: string; readonly to: string }[];
  /** Whether nothing has all words, so that these have at least half of them. */
  readonly isPartial: boolean;
}

/** Most words of a query that count: people do not type as many. */
const MAX_WORDS = 24;
const MAX_ATOMS = 20;

export function searchPrimes(
  primes: readonly IndexedPrime[],
  { text, scope, kind }: Pick<KnowledgeQuery, 'text' | 'scope' | 'kind'>,
): LocalHits {
  const words = [...new Set(splitWords(text))].slice(0, MAX_WORDS);
  const searched = primes.filter(
    ({ prime, atoms }) =>
      (scope === undefined || prime.name.startsWith(`${scope}/`)) &&
      (kind === undefined || atoms.some(({ atom }) => atom.kind === kind)),
  );
  if (words.length === 0 || searched.length === 0) return { hits: [], corrected: [], isPartial: false };
  const found = findAll(searched, words, { kind, least: words.length });
  if (found.length > 0) return { hits: found, corrected: [], isPartial: false };
  const corrected = correctWords(searched, words);
  const meant = words.map((word) => corrected.find(({ from }) => from === word)?.to ?? word);
  const again = corrected.length === 0 ? [] : findAll(searched, meant, { kind, least: words.length });
  if (again.length > 0) return { hits: again, corrected, isPartial: false };
  const hits = findAll(searched, meant, { kind, least: Math.ceil(words.length / 2) });
  return { hits, corrected: hits.length > 0 ? corrected : [], isPartial: hits.length > 0 };
}

interface Matching {
  readonly kind: string | undefined;
  /** How many of the words must be there. */
  readonly least: number;
}

function findAll(primes: readonly IndexedPrime[], words: readonly string[], how: Matching): LocalHit[] {
  const atomScorer = createScorer(
    primes.flatMap(({ atoms }) => atoms),
    words,
  );
  const primeScorer = createScorer(primes, words);
  return primes
    .map((prime) => judge(prime, words, { atomScorer, primeScorer, ...how }))
    .filter((hit) => hit !== undefined)
    .sort((a, b) => b.score - a.score || compareText(a.prime.name, b.prime.name));
}

function judge(
  { prime, atoms, ...own }: IndexedPrime,
  words: readonly string[],
  { atomScorer, primeScorer, kind, least }: Matching & Record<'atomScorer' | 'primeScorer', Scorer>,
): LocalHit | undefined {
  const ownShares = listShares(own, words);
  const places = atoms
    .filter(({ atom }) => kind === undefined || atom.kind === kind)
    .map((indexed) => ({ indexed, shares: listShares(indexed, words) }))
    .filter(({ shares }) => shares.some((share) => share > 0));
  const present = words.filter(
    (_, at) => (ownShares[at] ?? 0) > 0 || places.some(({ shares }) => (shares[at] ?? 0) > 0),
  );
  if (present.length < least) return undefined;
  // Where one atom has all that its Prime does not say itself, others are left out.
  const inside = places.filter(({ shares }) =>
    words.every((_, at) => (ownShares[at] ?? 0) > 0 || (shares[at] ?? 0) > 0),
  );
  const ranked = (inside.length > 0 ? inside : places)
    .map(({ indexed, shares }) => ({ atom: indexed.atom, score: atomScorer(indexed, shares) }))
    .sort((a, b) => b.score - a.score || compareText(a.atom.id, b.atom.id));
  return {
    prime,
    score: primeScorer(own, ownShares) + (ranked[0]?.score ?? 0),
    atoms: ranked.slice(0, MAX_ATOMS).map(({ atom }) => atom),
    atomTotal: ranked.length,
  };
}
