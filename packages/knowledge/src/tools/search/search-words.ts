// A search as models make them: with the words of a sentence. A Prime that has all of them comes first; if few have, those
// that have some of them follow, because a second call would cost a turn.
import { createPause, mapConcurrently, mapWithPauses } from '@prime-registry/concurrency';
import { type QueryTerm, readQueryTerms, readStems } from '../../context/query-terms.ts';
import { longestFirst, rankHits, searchedForm, worthOf } from '../../context/rank-hits.ts';
import type { KnowledgeHit, KnowledgeHits, KnowledgeQuery } from '../../source/knowledge-source.ts';
import type { KnownAtom } from '../../source/known-prime.ts';
import type { ToolCall } from '../tool-options.ts';

/** Most searches for single words. */
const MAX_WORDS = 6;
const SEARCHES_AT_A_TIME = 3;
/** Primes of the search for a single word. */
const HITS_OF_A_WORD = 20;
/** Atoms of a Prime in the result. */
const MAX_ATOMS = 5;

/** The result, and how many of the Primes have all words. */
export interface WordHits extends KnowledgeHits {
  readonly withAllWords: number;
}

/** The search for one word. */
type WordResult = KnowledgeHits & { readonly term: QueryTerm };

/** Searches for all words, and if fewer Primes than the limit have them, for each. */
export async function searchWords(call: ToolCall, query: KnowledgeQuery): Promise<WordHits> {
  const all = await call.source.search(query, call);
  const terms = readQueryTerms(query.text);
  if (all.total >= query.limit || terms.length < 2) return { ...all, withAllWords: all.total };
  const { offset, limit } = query;
  const first = offset === 0 ? all : await call.source.search({ ...query, offset: 0 }, call);
  const words = await searchEach(call, query, terms);
  const isFirst = new Set(first.hits.map(({ name }) => name));
  const hits = [...first.hits, ...rankHits(words).filter(({ name }) => !isFirst.has(name))];
  return {
    // Authors decide how long descriptions are: only those of this page are read, and others run in between.
    hits: await mapWithPauses(hits.slice(offset, offset + limit), createPause(), (hit) =>
      withAtoms(hit, words),
    ),
    total: hits.length,
    corrected: uniqueBy(
      [first, ...words].flatMap(({ corrected }) => corrected),
      ({ from }) => from,
    ),
    incomplete: [...new Set([first, ...words].flatMap(({ incomplete }) => incomplete))],
    withAllWords: first.hits.length,
  };
}

async function searchEach(
  call: ToolCall,
  query: KnowledgeQuery,
  terms: readonly QueryTerm[],
): Promise<WordResult[]> {
  const some = longestFirst(terms).slice(0, MAX_WORDS);
  return mapConcurrently(some, { limit: SEARCHES_AT_A_TIME, signal: call.signal }, async (term, end) => {
    const single = { ...query, text: searchedForm(term), offset: 0, limit: HITS_OF_A_WORD };
    return { ...(await call.source.search(single, { signal: end })), term };
  });
}

/** The hit with the atoms that the searches found: those with all words, then those whose words are worth most. */
function withAtoms(hit: KnowledgeHit, words: readonly WordResult[]): KnowledgeHit {
  const own = new Set(hit.atoms.map(({ id }) => id));
  const found = uniqueBy(
    words.flatMap(({ hits }) => hits.filter(({ name }) => name === hit.name).flatMap(({ atoms }) => atoms)),
    ({ id }) => id,
  );
  const scored = found
    .filter(({ id }) => !own.has(id))
    .map((atom) => ({ atom, score: scoreAtom(atom, words) }))
    .sort((a, b) => b.score - a.score || (a.atom.id < b.atom.id ? -1 : 1));
  const atoms = [...hit.atoms, ...scored.map(({ atom }) => atom)].slice(0, MAX_ATOMS);
  return { ...hit, atoms, atomTotal: Math.max(hit.atomTotal, atoms.length) };
}

function scoreAtom(atom: KnownAtom, words: readonly WordResult[]): number {
  const stems = readStems(`${atom.id} ${atom.label ?? ''} ${atom.description} ${atom.tags.join(' ')}`);
  return words.reduce((sum, result) => {
    const worth = worthOf(result);
    const isListed = result.hits.some(({ atoms }) => atoms.some(({ id }) => id === atom.id));
    return sum + (stems.has(result.term.stem) ? worth : isListed ? worth / 2 : 0);
  }, 0);
}

function uniqueBy<T>(items: readonly T[], keyOf: (item: T) => string): T[] {
  return [...new Map(items.map((item) => [keyOf(item), item])).values()];
}
