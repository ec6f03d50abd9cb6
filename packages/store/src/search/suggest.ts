// What a search field suggests while people type: Primes and atoms by their names and labels. Texts and READMEs are not
// read, so that it takes less than a search.
import type { Suggestions } from '../contracts/search/rich-search-store.ts';
import { LAST_WORD_WAYS, passageExpressions } from './inside/passage-matches.ts';
import type { SearchQueries } from './search-queries.ts';
import { rank } from './search-ranking.ts';
import {
  bestFirstExpressions,
  matchExpression,
  readSearchTerms,
  type SearchTerms,
} from './words/search-terms.ts';

const MAX_EACH = 5;
/** Primes and atoms that are found before the best are chosen. */
const MAX_FOUND = 50;
/** Only matches in the name and the labels of an atom, which are the first places. */
const PLACES = 2;

/** Suggests the best of both; none for a text without words. */
export async function suggest(queries: SearchQueries, text: string): Promise<Suggestions> {
  const terms = readSearchTerms(text);
  if (terms === undefined) return { primes: [], atoms: [] };
  return { primes: await suggestPrimes(queries, terms), atoms: await suggestAtoms(queries, terms) };
}

async function suggestPrimes(queries: SearchQueries, terms: SearchTerms): Promise<Suggestions['primes']> {
  const rarities = new Map<string, number>();
  const { named } = bestFirstExpressions(terms, rarities, queries.notation);
  const expressions = [...named, matchExpression(terms, queries.notation)];
  const ids = await queries.findFirstIds('own', expressions, MAX_FOUND, new Set());
  const candidates = await queries.readCandidates(ids);
  const ranked = (await rank(candidates, terms, rarities, new Map())).slice(0, MAX_EACH);
  const entries = await queries.readEntries(ranked.map(({ id }) => id));
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  return ranked.flatMap(({ id }) => {
    const entry = byId.get(id);
    return entry === undefined ? [] : [{ name: entry.name, description: entry.description }];
  });
}

async function suggestAtoms(queries: SearchQueries, terms: SearchTerms): Promise<Suggestions['atoms']> {
  const found = new Map<number, number>();
  for (const way of LAST_WORD_WAYS.toReversed()) {
    if (found.size >= MAX_EACH) break;
    const expressions = passageExpressions(terms, queries.notation, way).slice(0, PLACES);
    for (const { primeId, contentId } of await queries.inside.findAtoms(expressions, MAX_EACH))
      found.set(contentId, primeId);
  }
  const ids = [...found.keys()].slice(0, MAX_EACH);
  const atoms = new Map((await queries.readAtomNames(ids)).map((atom) => [atom.id, atom]));
  const entries = await queries.readEntries([...new Set(ids.map((id) => found.get(id) ?? 0))]);
  const primes = new Map(entries.map((entry) => [entry.id, entry]));
  return ids.flatMap((id) => {
    const [atom, prime] = [atoms.get(id), primes.get(found.get(id) ?? 0)];
    if (atom === undefined || prime === undefined) return [];
    const { id: _, ...named } = atom;
    return [{ ...named, prime: prime.name, version: prime.version }];
  });
}
