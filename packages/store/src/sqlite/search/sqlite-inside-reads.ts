// Reads of the index of what is inside Primes, in SQLite: see inside-index.ts.
import { setImmediate } from 'node:timers/promises';
import { createPause } from '@prime-registry/concurrency';
import { sql } from 'kysely';
import {
  type FoundPlace,
  type InsideReads,
  type PrimePassages,
  README_PASSAGE,
} from '../../search/inside/inside-index.ts';
import { prepareQuery } from '../../sql/prepared-query.ts';
import type { Database } from '../../sql/schema.ts';
import { asked, matchesOf } from './matches-in-primes.ts';
import { findIndexedWords, readBeginning, withWords } from './passage-beginnings.ts';
import { PASSAGES } from './passage-ids.ts';

// Each word is looked up for each Prime: this many lookups take some milliseconds.
const LOOKUPS_AT_A_TIME = 200;
/** Joins the words of an expression. */
const AND = ' AND ';

/** A matching passage. */
interface MatchingPassage extends FoundPlace {
  /** Number of matching passages of its Prime. */
  readonly count: number;
}

// One row with all ids: see fts5-search-index.ts.
const findPrimes = prepareQuery(
  (_db, { expression, limit }: { expression: string; limit: number }) => sql<{
    total: number;
    ids: string | null;
  }>`
    select count(*) as total, group_concat(distinct id / ${sql.lit(PASSAGES)}) as ids from (
      select rowid as id from passage_search where passage_search match ${expression} limit ${limit}
    )`,
);

export const sqliteInsideReads: InsideReads = {
  async findPrimes(db, expressions, limit) {
    const found: number[][] = [];
    const pause = createPause();
    for (const expression of expressions) {
      const read = async (some: string): Promise<{ ids: string | null; total: number }> =>
        (await findPrimes(db, { expression: some, limit }))[0] ?? { ids: null, total: 0 };
      const { ids, total } = await readEnough(db, expression, limit, read, (list) => list.total);
      found.push(JSON.parse(`[${ids ?? ''}]`) as number[]);
      await pause();
      if (total >= limit) break;
    }
    return found;
  },

  async findAtoms(db, expressions, limit) {
    const found = new Map<number, FoundPlace>();
    const pause = createPause();
    for (const expression of expressions) {
      if (found.size >= limit) break;
      const read = (some: string): Promise<FoundPlace[]> => listAtoms(db, some, limit);
      for (const place of await readEnough(db, expression, limit, read, ({ length }) => length))
        if (!found.has(place.contentId)) found.set(place.contentId, place);
      await pause();
    }
    return [...found.values()].slice(0, limit);
  },

  // Each expression matches everything that those before it match: the last one counts the passages, and the others only decide
  // which of several comes first.
  async findPassages(db, expressions, primeIds, mostAtoms) {
    const found = new Map<number, PrimePassages>();
    let left = primeIds;
    for (const expression of expressions.toReversed()) {
      const atATime = Math.ceil(LOOKUPS_AT_A_TIME / expression.split(AND).length);
      const several: number[] = [];
      for (let at = 0; at < left.length; at += atATime) {
        const some = left.slice(at, at + atATime);
        const passages = await readPassages(db, expression, some, mostAtoms + 1);
        for (const [id, ofPrime] of Map.groupBy(passages, ({ primeId }) => primeId)) {
          found.set(id, putFirst(ofPrime, found.get(id), mostAtoms));
          if (hasSeveral(ofPrime)) several.push(id);
        }
        // For a common word, this takes milliseconds.
        await setImmediate();
      }
      left = several;
    }
    return found;
  },
};

function hasSeveral([first]: readonly MatchingPassage[]): boolean {
  return first !== undefined && first.count > 1;
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

/** The first matching passages of each of some Primes, the README before atoms. */
async function readPassages(
  db: Database,
  expression: string,
  primeIds: readonly number[],
  limitEach: number,
): Promise<MatchingPassage[]> {
  const matches = await matchesOf(db, expression, primeIds);
  if (matches === undefined) return [];
  const { rows } = await sql<MatchingPassage>`
    with asked as (${asked(primeIds)}), matching as materialized (
      ${matches}
    ), numbered as (
      select id, prime_id, count(*) over (partition by prime_id) as count,
        row_number() over (partition by prime_id order by id) as number
      from matching
    )
    select numbered.prime_id as primeId, content_id as contentId, count
    from numbered join search_passages on search_passages.id = numbered.id
    where number <= ${limitEach} order by numbered.id`.execute(db);
  return rows;
}

/** Reads with the words of a beginning, if they give enough matches or are all, else with the beginning. */
async function readEnough<Found>(
  db: Database,
  expression: string,
  limit: number,
  read: (expression: string) => Promise<Found>,
  count: (found: Found) => number,
): Promise<Found> {
  const beginning = readBeginning(expression);
  if (beginning === undefined) return read(expression);
  const { words, areAll } = await findIndexedWords(db, beginning);
  if (words.length === 0) return read(expression);
  const found = await read(withWords(beginning, words));
  return areAll || count(found) >= limit ? found : read(expression);
}

// The README of a Prime has its first row id.
async function listAtoms(db: Database, expression: string, limit: number): Promise<FoundPlace[]> {
  const { rows } = await sql<FoundPlace>`
    select matching.id / ${sql.lit(PASSAGES)} as primeId, content_id as contentId from (
      select rowid as id from passage_search
      where passage_search match ${expression} and rowid % ${sql.lit(PASSAGES)} <> 0 limit ${limit}
    ) as matching cross join search_passages on search_passages.id = matching.id order by matching.id`.execute(
    db,
  );
  return rows;
}
