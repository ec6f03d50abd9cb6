// Finds the matching passages of the Primes on a page: those with all words of the query, or else those with
// all words that the Prime itself lacks.
import type { SearchQueries } from '../search-queries.ts';
import type { Candidate } from '../search-ranking.ts';
import type { SearchTerms } from '../words/search-terms.ts';
import type { PrimePassages } from './inside-index.ts';
import { LAST_WORD_WAYS, type LastWordWay, passageExpressions } from './passage-matches.ts';

/**
 * Finds the matching passages, by Prime.
 * @param filters - expressions that must match, too
 * @param mostAtoms - of each Prime
 */
export async function findPassages(
  queries: SearchQueries,
  terms: SearchTerms,
  primes: readonly Candidate[],
  filters: readonly string[],
  mostAtoms: number,
): Promise<ReadonlyMap<number, PrimePassages>> {
  const found = new Map<number, PrimePassages>();
  const look = async (wanted: SearchTerms, ids: readonly number[], way: LastWordWay): Promise<void> => {
    const places = passageExpressions(wanted, queries.notation, way);
    const expressions = places.map((words) => queries.notation.all([...filters, words]));
    for (const [id, passages] of await queries.inside.findPassages(expressions, ids, mostAtoms))
      found.set(id, passages);
  };
  for (const way of LAST_WORD_WAYS) {
    const listOthers = (): Candidate[] => primes.filter(({ id }) => !found.has(id));
    await look(terms, listIds(listOthers()), way);
    const groups = Map.groupBy(listOthers(), (prime) => JSON.stringify(lackedBy(prime, terms)));
    for (const [key, ofGroup] of groups) {
      const lacked = JSON.parse(key) as SearchTerms | null;
      if (lacked !== null) await look(lacked, listIds(ofGroup), way);
    }
  }
  return found;
}

function listIds(primes: readonly Candidate[]): number[] {
  return primes.map(({ id }) => id);
}

/** The words that the Prime itself lacks; null if these are all of them, or none. */
function lackedBy({ labelTerms, descriptionTerms }: Candidate, terms: SearchTerms): SearchTerms | null {
  const own = `${labelTerms}${descriptionTerms}`;
  const words = terms.words.filter((word) => !own.includes(` ${word} `));
  const hasLast = own.includes(` ${terms.last}`);
  if (words.length === terms.words.length && !hasLast) return null;
  if (!hasLast) return { ...terms, words };
  const last = words.at(-1);
  return last === undefined ? null : { ...terms, words: words.slice(0, -1), last };
}
