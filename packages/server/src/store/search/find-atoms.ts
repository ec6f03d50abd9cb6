// Which passages of the Primes on a page match: those with all words, else those with all words that a Prime itself has not.
import type { Kysely } from 'kysely';
import type { Schema } from '../schema.ts';
import type { MatchingPassage } from './inside-index.ts';
import { LAST_WORD_WAYS, type LastWordWay, passageExpressions } from './passage-matches.ts';
import type { SearchQueries } from './search-queries.ts';
import type { Candidate } from './search-ranking.ts';
import type { SearchTerms } from './search-terms.ts';

/** The README is one of them. */
export const MAX_SHOWN_PASSAGES = 5;

/** The passages of a Prime. */
export interface PrimePassages {
  /** The best first. */
  readonly contentIds: readonly number[];
  /** How many match, the README included. */
  readonly count: number;
}

/** The passages that match, by Prime. */
export async function findPassages(
  queries: SearchQueries,
  db: Kysely<Schema>,
  terms: SearchTerms,
  primes: readonly Candidate[],
): Promise<ReadonlyMap<number, PrimePassages>> {
  const found = new Map<number, PrimePassages>();
  const look = async (wanted: SearchTerms, ids: readonly number[], way: LastWordWay): Promise<void> => {
    // The last expression matches whatever the others do.
    for (const expression of passageExpressions(wanted, queries.notation, way)) {
      const lacking = ids.filter((id) => (found.get(id)?.contentIds.length ?? 0) < MAX_SHOWN_PASSAGES);
      const passages = await queries.inside.findPassages(db, expression, lacking, MAX_SHOWN_PASSAGES);
      for (const passage of passages) found.set(passage.primeId, add(found.get(passage.primeId), passage));
    }
  };
  for (const way of LAST_WORD_WAYS) {
    await look(terms, listWithout(primes, found), way);
    const groups = Map.groupBy(
      primes.filter(({ id }) => !found.has(id)),
      (prime) => JSON.stringify(lackedBy(prime, terms)),
    );
    for (const [key, ofGroup] of groups) {
      const lacked = JSON.parse(key) as SearchTerms | null;
      if (lacked !== null) await look(lacked, listWithout(ofGroup, found), way);
    }
  }
  return found;
}

function listWithout(primes: readonly Candidate[], found: ReadonlyMap<number, unknown>): number[] {
  return primes.flatMap(({ id }) => (found.has(id) ? [] : [id]));
}

function add(known: PrimePassages | undefined, { contentId, count }: MatchingPassage): PrimePassages {
  const contentIds = [...new Set([...(known?.contentIds ?? []), contentId])].slice(0, MAX_SHOWN_PASSAGES);
  return { contentIds, count: Math.max(known?.count ?? 0, count) };
}

/** The words that are not in a Prime's own; null when that is all of them or none. */
function lackedBy({ labelTerms, descriptionTerms }: Candidate, terms: SearchTerms): SearchTerms | null {
  const own = `${labelTerms}${descriptionTerms}`;
  const words = terms.words.filter((word) => !own.includes(` ${word} `));
  const hasLast = own.includes(` ${terms.last}`);
  if (words.length === terms.words.length && !hasLast) return null;
  if (!hasLast) return { ...terms, words };
  const last = words.at(-1);
  return last === undefined ? null : { ...terms, words: words.slice(0, -1), last };
}
