// Reads of the index of what is inside Primes, in SQLite: see inside-index.ts.
import { setImmediate } from 'node:timers/promises';
import { createPause } from '@prime-registry/concurrency';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import {
  type FoundPlace,
  type InsideReads,
  type PrimePassages,
  README_PASSAGE,
} from '../search/inside/inside-index.ts';
import { prepareQuery } from '../sql/prepared-query.ts';
import type { Schema } from '../sql/schema.ts';
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
      const { ids } = await readEnough(db, expression, limit, read, ({ total }) => total);
      found.push(JSON.parse(`[${ids ?? ''}]`) as number[]);
      await pause();
    }
    return found;
  },

  async findAtoms(db, expressions, limit) {
    const found = new Map<number, FoundPlace>();
    const pause = createPause();
    for (const expression of expressions) {
      if (found.size >= limit) break;
      const read = (some: string): Promise<FoundPlace[]> => listPassages(db, some, limit);
      for (const place of await readEnough(db, expression, limit, read, ({ length }) => length))
        if (place.contentId !== README_PASSAGE && !found.has(place.contentId))
          found.set(place.contentId, place);
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
  db: Kysely<Schema>,
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
  db: Kysely<Schema>,
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

async function listPassages(db: Kysely<Schema>, expression: string, limit: number): Promise<FoundPlace[]> {
  const { rows } = await sql<FoundPlace>`
    select matching.id / ${sql.lit(PASSAGES)} as primeId, content_id as contentId from (
      select rowid as id from passage_search where passage_search match ${expression} limit ${limit}
    ) as matching cross join search_passages on search_passages.id = matching.id order by matching.id`.execute(
    db,
  );
  return rows;
}

function asked(primeIds: readonly number[]): RawBuilder<unknown> {
  return sql`select value as prime_id from json_each(${JSON.stringify(primeIds)})`;
}

// Posting lists are read from the first row of a Prime. FTS5 needs integers for that, not bound numbers.
function matchesOfEach(expression: string): RawBuilder<unknown> {
  return sql`
    select passage_search.rowid as id, prime_id from asked cross join passage_search
    where passage_search match ${expression} and passage_search.rowid >= prime_id * ${sql.lit(PASSAGES)}
      and passage_search.rowid < (prime_id + 1) * ${sql.lit(PASSAGES)}`;
}

// Of the Primes on a page, at most this many passages are read for a beginning.
const MAX_READ = 5000;
// To find a word in FTS5 takes as long for a Prime as to read this much of its passages, or longer.
const FEW_PASSAGES = 16;
const FEW_BYTES = 16_384;

/** An expression of whole words without marks. */
const WORDS = /^"[^"\/@#=\-]+"(?: AND "[^"\/@#=\-]+")*$/v;

/** The matches in the Primes; undefined if there are none. */
async function matchesOf(
  db: Kysely<Schema>,
  expression: string,
  primeIds: readonly number[],
): Promise<RawBuilder<unknown> | undefined> {
  const beginning = readBeginning(expression);
  if (beginning === undefined)
    return WORDS.test(expression) && (await haveFewPassages(db, primeIds))
      ? matchesInWords(expression)
      : matchesOfEach(expression);
  const { others, mark, letters } = beginning;
  if (mark === '') return matchesByWords(others.replace(/ AND $/v, ''), letters);
  const words = await listOwnWords(db, letters, primeIds);
  return words.length === 0 ? undefined : matchesOfEach(withWords(beginning, words));
}

async function haveFewPassages(db: Kysely<Schema>, primeIds: readonly number[]): Promise<boolean> {
  const few = FEW_PASSAGES * primeIds.length;
  const { rows } = await sql<{ total: number; bytes: number | null }>`
    with asked as (${asked(primeIds)})
    select count(*) as total, sum(bytes) as bytes from (
      select octet_length(words) as bytes from (${OF_ASKED}) limit ${few + 1}
    )`.execute(db);
  const { total = 0, bytes } = rows[0] ?? {};
  return total <= few && (bytes ?? 0) <= FEW_BYTES * primeIds.length;
}

/** Reads the words of the passages. @param expression - as {@link WORDS} */
function matchesInWords(expression: string): RawBuilder<unknown> {
  const conditions = expression
    .slice(1, -1)
    .split(`"${AND}"`)
    .map((word) => sql`instr(' ' || words || ' ', ${` ${word} `}) > 0`);
  return sql`select id, prime_id from (${OF_ASKED}) where ${sql.join(conditions, sql` and `)}`;
}

/** Reads the words of the passages: uniting the lists of all words with a beginning takes longer. */
function matchesByWords(others: string, letters: string): RawBuilder<unknown> {
  const passages =
    others === ''
      ? OF_ASKED
      : sql`
        select search_passages.id, prime_id, words from (${matchesOfEach(others)}) as matching
        cross join search_passages on search_passages.id = matching.id`;
  return sql`
    select id, prime_id from (${passages} limit ${sql.lit(MAX_READ)})
    where instr(' ' || words, ${` ${letters}`}) > 0`;
}

const OF_ASKED = sql`
  select id, prime_id, words from asked cross join search_passages
  where id >= prime_id * ${sql.lit(PASSAGES)} and id < (prime_id + 1) * ${sql.lit(PASSAGES)}`;

/** The words of Primes with a beginning. */
async function listOwnWords(
  db: Kysely<Schema>,
  letters: string,
  primeIds: readonly number[],
): Promise<string[]> {
  const { rows } = await sql<{ words: string }>`
    with asked as (${asked(primeIds)})
    select words from (${OF_ASKED} limit ${sql.lit(MAX_READ)}) where instr(' ' || words, ${` ${letters}`}) > 0`.execute(
    db,
  );
  const words = new Set<string>();
  for (const row of rows)
    for (const word of row.words.split(' ')) if (word.startsWith(letters)) words.add(word);
  return [...words];
}
