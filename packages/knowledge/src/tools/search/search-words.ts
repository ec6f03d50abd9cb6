// A search as models make them: with the words of a sentence. A Prime that has all of them comes first; if few have, those
// that have some of them follow, because a second call would cost a turn.
import { createPause, mapConcurrently, mapWithPauses } from '@prime-registry/concurrency';
import { type QueryTerm, readQueryTerms, readStems } from '../../context/query-terms.ts';
import type {
  KnowledgeHit,
  KnowledgeHits,
  KnowledgeQuery,
  KnowledgeSource,
} from '../../source/knowledge-source.ts';
import type { KnownAtom } from '../../source/known-prime.ts';
import { readOptions, type ToolOptions } from '../tool-options.ts';

/** Most searches for single words. */
const MAX_WORDS = 6;
const SEARCHES_AT_A_TIME = 3;
/** Primes of the search for a single word. */
const HITS_OF_A_WORD = 20;
/** Atoms of a Prime in the result. */
const MAX_ATOMS = 5;
/** From this length on, the beginning of a word stands for all its forms. */
const MIN_BEGINNING = 4;
/** A place further down a list of hits is worth less by this share. */
const PLACE_STEP = 0.1;

/** The result, and how many of the Primes have all words. */
export interface WordHits extends KnowledgeHits {
  readonly withAllWords: number;
}

/** The search for one word: what it found, and how much a hit says. */
interface WordResult extends KnowledgeHits {
  readonly term: QueryTerm;
  readonly worth: number;
}

/** Searches for all words, and if fewer Primes than the limit have them, for each. */
export async function searchWords(
  source: KnowledgeSource,
  query: KnowledgeQuery,
  options: ToolOptions,
): Promise<WordHits> {
  const all = await source.search(query, readOptions(options));
  const terms = readQueryTerms(query.text);
  if (all.total >= query.limit || terms.length < 2) return { ...all, withAllWords: all.total };
  const { offset, limit } = query;
  const first = offset === 0 ? all : await source.search({ ...query, offset: 0 }, readOptions(options));
  const words = await searchEach(source, query, terms, options);
  const hits = joinHits(first.hits, words);
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

/** Long words first, because they tend to say most. */
async function searchEach(
  source: KnowledgeSource,
  query: KnowledgeQuery,
  terms: readonly QueryTerm[],
  { signal }: ToolOptions,
): Promise<WordResult[]> {
  const some = terms.toSorted((a, b) => b.word.length - a.word.length).slice(0, MAX_WORDS);
  const concurrency = { limit: SEARCHES_AT_A_TIME, ...(signal && { signal }) };
  return mapConcurrently(some, concurrency, async (term, end) => {
    const { word, stem } = term;
    const text = stem.length >= MIN_BEGINNING && word.startsWith(stem) ? stem : word;
    const found = await source.search({ ...query, text, offset: 0, limit: HITS_OF_A_WORD }, { signal: end });
    return { ...found, term, worth: 1 / Math.log2(2 + found.total) };
  });
}

/** Those with all words, then the others by what their words are worth; of equal ones in the order of their names. */
function joinHits(first: readonly KnowledgeHit[], words: readonly WordResult[]): KnowledgeHit[] {
  const scores = new Map<string, { readonly hit: KnowledgeHit; score: number }>();
  for (const { hits, worth } of words) {
    for (const [place, hit] of hits.entries()) {
      const entry = scores.get(hit.name) ?? { hit, score: 0 };
      scores.set(hit.name, entry);
      entry.score += worth / (1 + place * PLACE_STEP);
    }
  }
  const isFirst = new Set(first.map(({ name }) => name));
  const others = [...scores.values()]
    .filter(({ hit }) => !isFirst.has(hit.name))
    .sort((a, b) => b.score - a.score || (a.hit.name < b.hit.name ? -1 : 1))
    .map(({ hit }) => hit);
  return [...first, ...others];
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
  return words.reduce((sum, { hits, term, worth }) => {
    const isListed = hits.some(({ atoms }) => atoms.some(({ id }) => id === atom.id));
    return sum + (stems.has(term.stem) ? worth : isListed ? worth / 2 : 0);
  }, 0);
}

function uniqueBy<T>(items: readonly T[], keyOf: (item: T) => string): T[] {
  return [...new Map(items.map((item) => [keyOf(item), item])).values()];
}
