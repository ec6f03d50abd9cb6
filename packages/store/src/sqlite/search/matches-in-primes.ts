// The passages of given Primes that match an expression. If they are few, their words are read, which takes less than to find each
// Prime in the posting lists of FTS5.
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../sql/schema.ts';
import { findIndexedWords, MAX_ALTERNATIVES, readBeginning, withWords } from './passage-beginnings.ts';
import { PASSAGES } from './passage-ids.ts';

/** A table of the ids of Primes, `prime_id`. */
export function asked(primeIds: readonly number[]): RawBuilder<unknown> {
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
// For a beginning with a mark, their words are split here: some milliseconds for this much.
const MAX_SPLIT_BYTES = 512 * 1024;
// To find a word in FTS5 takes as long for a Prime as to read this much of its passages, or longer.
const FEW_PASSAGES = 16;
const FEW_BYTES = 16_384;

/** An expression of whole words without marks. */
const WORDS = /^"[^"\/@#=\-]+"(?: AND "[^"\/@#=\-]+")*$/v;

/** The matches in the Primes, `id` and `prime_id`, for a query with the table {@link asked}; undefined if there are none. */
export async function matchesOf(
  db: Database,
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
  // What has a mark only decides which passage comes first, so that a few of very many words are enough: to compare thousands
  // with each match takes seconds.
  const indexed = await findIndexedWords(db, beginning);
  const words = indexed.areAll ? indexed.words : await listOwnWords(db, letters, primeIds);
  return words.length === 0 ? undefined : matchesOfEach(withWords(beginning, words));
}

async function haveFewPassages(db: Database, primeIds: readonly number[]): Promise<boolean> {
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
    .split('" AND "')
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

/** The shortest words of Primes with a beginning, of as many passages as are read. */
async function listOwnWords(db: Database, letters: string, primeIds: readonly number[]): Promise<string[]> {
  const few = await countFirstPassages(db, primeIds);
  const { rows } = await sql<{ words: string }>`
    with asked as (${asked(primeIds)})
    select words from (${OF_ASKED} limit ${few}) where instr(' ' || words, ${` ${letters}`}) > 0`.execute(db);
  const words = new Set<string>();
  for (const row of rows)
    for (const word of row.words.split(' ')) if (word.startsWith(letters)) words.add(word);
  return [...words].toSorted((a, b) => a.length - b.length).slice(0, MAX_ALTERNATIVES);
}

/** How many passages have at most that much to split together; at least one. */
async function countFirstPassages(db: Database, primeIds: readonly number[]): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    with asked as (${asked(primeIds)})
    select octet_length(words) as bytes from (${OF_ASKED} limit ${sql.lit(MAX_READ)})`.execute(db);
  let left = MAX_SPLIT_BYTES;
  const end = rows.findIndex(({ bytes }) => {
    left -= bytes;
    return left < 0;
  });
  return end === -1 ? rows.length : Math.max(1, end);
}
