// Atoms as results of their own: those with all words, matches in the name first, then in labels, then in the text.

import { createPause, mapWithPauses } from '@prime-registry/concurrency';
import type { AtomFindings, AtomSearch } from '../../contracts/search/rich-search-store.ts';
import { countFacets } from '../facets.ts';
import { createHighlighter } from '../highlight.ts';
import { describeAtom } from '../rich-search.ts';
import type { AtomName, SearchQueries } from '../search-queries.ts';
import { correctTerms } from '../words/correct-terms.ts';
import { createFilterTest, filterExpressions } from '../words/filter-terms.ts';
import { readSearchTerms, type SearchTerms } from '../words/search-terms.ts';
import { findPassages } from './find-passages.ts';
import type { FoundPlace } from './inside-index.ts';
import { LAST_WORD_WAYS, passageExpressions } from './passage-matches.ts';

/** Atoms that are found; their number is known up to here. */
const MAX_ATOMS = 1000;

/** Searches atoms. */
export async function searchAtoms(queries: SearchQueries, search: AtomSearch): Promise<AtomFindings> {
  const typed = readSearchTerms(search.text);
  if (typed === undefined) return NOTHING;
  const first = await find(queries, typed, search);
  const correction = first.length > 0 ? undefined : await correctTerms(queries, typed, (words) => words);
  const terms = correction?.terms ?? typed;
  const found = correction === undefined ? first : await find(queries, terms, search);
  const { passing, facets, names, atoms } = await choose(queries, found, search);
  const sorted = await sort(queries, passing, atoms, search);
  const page = sorted.slice(search.offset, search.offset + search.limit);
  const described = await describePage(queries, page, terms);
  return {
    hits: page.flatMap(({ contentId, primeId }) => {
      const atom = described.atoms.get(contentId);
      const version = described.versions.get(primeId);
      return atom === undefined || version === undefined
        ? []
        : [{ ...atom, prime: names.get(primeId) ?? '', version }];
    }),
    total: passing.length,
    isCut: found.length >= MAX_ATOMS,
    corrected: found.length === 0 ? [] : (correction?.corrected ?? []),
    facets,
  };
}

const NOTHING: AtomFindings = {
  ...{ hits: [], total: 0, isCut: false, corrected: [] },
  facets: { scope: [], license: [], namespace: [], kind: [], tag: [] },
};

/** The atoms with all words, of one Prime or of all; best first. */
async function find(
  queries: SearchQueries,
  terms: SearchTerms,
  { prime, filters }: AtomSearch,
): Promise<FoundPlace[]> {
  const ofKinds = filterExpressions({ kind: filters.kind ?? [] }, queries.notation);
  if (prime !== undefined) return findInPrime(queries, terms, prime, ofKinds);
  for (const way of LAST_WORD_WAYS) {
    const places = passageExpressions(terms, queries.notation, way);
    const expressions = places.map((words) => queries.notation.all([...ofKinds, words]));
    const found = await queries.inside.findAtoms(expressions, MAX_ATOMS);
    if (found.length > 0) return found;
  }
  return [];
}

async function findInPrime(
  queries: SearchQueries,
  terms: SearchTerms,
  prime: string,
  ofKinds: readonly string[],
): Promise<FoundPlace[]> {
  const primeId = await queries.findPrimeId(prime);
  const candidates = primeId === undefined ? [] : await queries.readCandidates([primeId]);
  const passages = await findPassages(queries, terms, candidates, ofKinds, MAX_ATOMS);
  return [...passages].flatMap(([id, { atomIds }]) =>
    atomIds.map((contentId) => ({ contentId, primeId: id })),
  );
}

/** The atoms whose Primes pass the filters, and the values to choose from. */
async function choose(queries: SearchQueries, found: readonly FoundPlace[], { filters }: AtomSearch) {
  const primeIds = [...new Set(found.map(({ primeId }) => primeId))];
  const names = await queries.readNames(primeIds);
  const facts = new Map((await queries.readFacts(primeIds)).map((each) => [each.id, each]));
  const passes = createFilterTest(filters);
  const passing = found.filter(({ primeId }) => {
    const ofPrime = facts.get(primeId);
    return ofPrime !== undefined && passes(names.get(primeId) ?? '', ofPrime);
  });
  const ids = passing.map(({ contentId }) => contentId);
  const atoms = new Map((await queries.readAtomKinds(ids)).map((each) => [each.id, each]));
  // An atom has the values of its Prime, but its own kind.
  const counted = passing.flatMap(({ contentId, primeId }) => {
    const [ofPrime, kind] = [facts.get(primeId), atoms.get(contentId)?.kind];
    return ofPrime === undefined || kind === undefined ? [] : [{ ...ofPrime, kinds: [kind] }];
  });
  return { passing, names, atoms, facets: countFacets(counted, names) };
}

/** The atoms in the order that is asked for; those of a Prime stay in the order of relevance, unless it is by name. */
async function sort(
  queries: SearchQueries,
  places: readonly FoundPlace[],
  atoms: ReadonlyMap<number, Pick<AtomName, 'atom'>>,
  { sort: order = 'relevance' }: AtomSearch,
): Promise<readonly FoundPlace[]> {
  if (order === 'relevance') return places;
  const nameOf = ({ contentId }: FoundPlace): string => atoms.get(contentId)?.atom ?? '';
  if (order === 'name')
    return places.toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : Number(nameOf(a) > nameOf(b))));
  const byPrime = Map.groupBy(places, ({ primeId }) => primeId);
  const ids = await queries.sortIds([...byPrime.keys()], order, { limit: byPrime.size, offset: 0 });
  return ids.flatMap((id) => byPrime.get(id) ?? []);
}

async function describePage(queries: SearchQueries, page: readonly FoundPlace[], terms: SearchTerms) {
  const highlighter = createHighlighter(terms);
  const rows = await queries.readAtoms(page.map(({ contentId }) => contentId));
  const described = await mapWithPauses(rows, createPause(), (row) => describeAtom(row, highlighter));
  const entries = await queries.readEntries([...new Set(page.map(({ primeId }) => primeId))]);
  return {
    atoms: new Map(rows.map(({ id }, index) => [id, described[index]])),
    versions: new Map(entries.map(({ id, version }) => [id, version])),
  };
}
