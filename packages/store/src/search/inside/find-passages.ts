// Finds the matching passages of the Primes on a page: those with all words of the query, or else those with
// all words that the Prime itself lacks.
import { setImmediate } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { Schema } from '../../sql/schema.ts';
import type { SearchQueries } from '../search-queries.ts';
import type { Candidate } from '../search-ranking.ts';
import type { SearchTerms } from '../words/search-terms.ts';
import { type MatchingPassage, README_PASSAGE } from './inside-index.ts';
import { LAST_WORD_WAYS, type LastWordWay, passageExpressions } from './passage-matches.ts';

// SQLite looks up each word for each Prime: this many lookups take some milliseconds.
const LOOKUPS_AT_A_TIME = 200;

/** The matching passages of a Prime. */
export interface PrimePassages {
  /** Ids of atom_contents, best first; only those that are shown. */
  readonly atomIds: readonly number[];
  readonly atomTotal: number;
  readonly hasReadme: boolean;
}

/**
 * Finds the matching passages, by Prime.
 * @param filters - expressions that must match, too
 * @param mostAtoms - of each Prime
 */
export async function findPassages(
  queries: SearchQueries,
  db: Kysely<Schema>,
  terms: SearchTerms,
  primes: readonly Candidate[],
  filters: readonly string[],
  mostAtoms: number,
): Promise<ReadonlyMap<number, PrimePassages>> {
  const found = new Map<number, PrimePassages>();
  const look = async (wanted: SearchTerms, ids: readonly number[], way: LastWordWay): Promise<void> => {
    const atATime = Math.ceil(LOOKUPS_AT_A_TIME / (wanted.words.length + 1));
    // Each expression matches everything that those before it match: the last one counts the passages, and the others only
    // decide which of several comes first.
    let left = ids;
    for (const words of passageExpressions(wanted, queries.notation, way).toReversed()) {
      const expression = queries.notation.all([...filters, words]);
      const several: number[] = [];
      for (let at = 0; at < left.length; at += atATime) {
        const some = left.slice(at, at + atATime);
        const passages = await queries.inside.findPassages(db, expression, some, mostAtoms + 1);
        for (const [id, ofPrime] of Map.groupBy(passages, ({ primeId }) => primeId)) {
          found.set(id, putFirst(ofPrime, found.get(id), mostAtoms));
          if (hasSeveral(ofPrime)) several.push(id);
        }
        // For a common word, an engine on this thread takes milliseconds.
        await setImmediate();
      }
      left = several;
    }
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

function hasSeveral([first]: readonly MatchingPassage[]): boolean {
  return first !== undefined && first.count > 1;
}

function listIds(primes: readonly Candidate[]): number[] {
  return primes.map(({ id }) => id);
}

/** Puts passages in front of those that match in a worse place. In each place, the README is first. */
function putFirst(
  passages: readonly MatchingPassage[],
  others: PrimePassages | undefined,
  mostAtoms: number,
): PrimePassages {
  const ids = passages.map(({ contentId }) => contentId);
  const hasReadme = others?.hasReadme ?? ids.includes(README_PASSAGE);
  const count = passages[0]?.count ?? 0;
  const atomIds = new Set([...ids.filter((id) => id !== README_PASSAGE), ...(others?.atomIds ?? [])]);
  return {
    atomIds: [...atomIds].slice(0, mostAtoms),
    atomTotal: others?.atomTotal ?? count - (hasReadme ? 1 : 0),
    hasReadme,
  };
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
