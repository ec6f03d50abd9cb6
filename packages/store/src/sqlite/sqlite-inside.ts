// The index of what is inside Primes, in SQLite: see inside-index.ts. The full-text indexes are contentless,
// and rows are deleted without their terms (sqlite.org/fts5.html, section 4.4.3). The passages of a Prime
// have consecutive row ids, so that they are found among millions, and the row id determines the Prime.
import { createPause } from '@prime-registry/concurrency';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import {
  type InsideContents,
  type InsideReads,
  type InsideWrites,
  type MatchingPassage,
  type NewPassage,
  README_PASSAGE,
} from '../search/inside/inside-index.ts';
import { prepareQuery } from '../sql/prepared-query.ts';
import type { Schema } from '../sql/schema.ts';
import { pauseOf } from '../sql/transaction-pauses.ts';
import { flushSome } from './fts5-flushes.ts';
import { mergeRemoved, mergeSome } from './fts5-merges.ts';

// Row ids of each Prime; far more than it has passages. The README has the first one, atoms have others in
// the order of insertion.
const PASSAGES = 2 ** 20;

/** The length of terms that are added in some milliseconds. */
const CHUNK_CHARACTERS = 16_000;

export const sqliteInsideWrites: InsideWrites = {
  async addPassages(db, passages) {
    const ofPrimes = Map.groupBy(passages, ({ primeId }) => primeId);
    for (const [primeId, some] of ofPrimes) await addPassages(db, primeId, some);
  },

  async removePassages(db, primeId, contentIds) {
    const first = primeId * PASSAGES;
    const { rows } = await sql<{ id: number; length: number }>`
      select id, length(words) as length from search_passages where id >= ${first} and id < ${first + PASSAGES}
        and content_id in (select value from json_each(${JSON.stringify(contentIds)}))`.execute(db);
    await removeTerms.each(db, rows);
    const ids = JSON.stringify(rows.map(({ id }) => id));
    await sql`delete from search_passages where id in (select value from json_each(${ids}))`.execute(db);
    await mergeRemoved(
      db,
      'passage_search',
      rows.reduce((sum, { length }) => sum + length, 0),
    );
  },

  async listPassages(db, primeId, afterId, limit) {
    const from = Math.max(primeId * PASSAGES, afterId + 1);
    const { rows } = await sql<{ id: number; words: string }>`
      select id, words from search_passages where id >= ${from} and id < ${(primeId + 1) * PASSAGES}
      order by id limit ${limit}`.execute(db);
    return rows;
  },

  async replaceContents(db, contents) {
    const pause = pauseOf(db);
    for (const some of contents) {
      await replaceContents(db, some);
      // Yields to readers: many words take milliseconds.
      await pause();
    }
  },

  async removeContents(db, primeId) {
    await removeContentTerms(db, { primeId });
    await sql`delete from search_contents where prime_id = ${primeId}`.execute(db);
  },

  async removePrimes(db, primeIds) {
    for (const primeId of primeIds) {
      const first = primeId * PASSAGES;
      const { rows } = await sql<{ id: number }>`
        delete from search_passages where id >= ${first} and id < ${first + PASSAGES} returning id
      `.execute(db);
      await removeTerms.each(db, rows);
      await sqliteInsideWrites.removeContents(db, primeId);
    }
  },

  async settle(db, changed) {
    if (changed === 0) return;
    await mergeSome(db, 'passage_search', changed);
    await mergeSome(db, 'content_search', changed);
  },
};

// One row at a time: a statement that inserts several rows makes the full-text index flush a segment each
// time, and merging hundreds of small segments takes ten times as long as the rest.
const addPassage = prepareQuery(
  (_db, { id, contentId, words }: NumberedPassage) => sql`
    insert into search_passages (id, content_id, words) values (${id}, ${contentId}, ${words})`,
);
const addTerms = prepareQuery(
  (_db, { id, terms }: NumberedPassage) => sql`
    insert into passage_search (rowid, terms) values (${id}, ${terms})`,
);
const removeTerms = prepareQuery(
  (_db, { id }: { id: number }) => sql`delete from passage_search where rowid = ${id}`,
);

interface NumberedPassage extends Omit<NewPassage, 'primeId'> {
  readonly id: number;
}

async function addPassages(
  db: Kysely<Schema>,
  primeId: number,
  passages: readonly NewPassage[],
): Promise<void> {
  const first = primeId * PASSAGES;
  const numbers = await findNumbers(db, first, passages.length);
  const numbered = passages.map(({ contentId, words, terms }, index) => {
    const id = contentId === README_PASSAGE ? first : (numbers[index] ?? first);
    return { id, contentId, words, terms };
  });
  const pause = createPause();
  for (const some of chunkByLength(numbered)) {
    await addPassage.each(db, some);
    await addTerms.each(db, some);
    await flushSome(db, 'passage_search', lengthOf(some));
    await pause();
  }
}

/** Splits passages, so that the terms of a chunk take some milliseconds, or one passage takes longer. */
function* chunkByLength(passages: readonly NumberedPassage[]): Generator<NumberedPassage[]> {
  let chunk: NumberedPassage[] = [];
  for (const passage of passages) {
    chunk.push(passage);
    if (lengthOf(chunk) < CHUNK_CHARACTERS) continue;
    yield chunk;
    chunk = [];
  }
  if (chunk.length > 0) yield chunk;
}

function lengthOf(passages: readonly NumberedPassage[]): number {
  return passages.reduce((sum, { terms }) => sum + terms.length, 0);
}

interface ContentsRow extends Pick<InsideContents, 'primeId' | 'basis' | 'license'> {
  /** JSON. */
  readonly namespaces: string;
  readonly tags: string;
  readonly kinds: string;
}

const replaceRow = prepareQuery(
  (_db, { primeId, basis, license, namespaces, tags, kinds }: ContentsRow) => sql`
    insert into search_contents (prime_id, basis, license, namespaces, tags, kinds)
    values (${primeId}, ${basis}, ${license}, ${namespaces}, ${tags}, ${kinds})
    on conflict (prime_id) do update set basis = excluded.basis, license = excluded.license,
      namespaces = excluded.namespaces, tags = excluded.tags, kinds = excluded.kinds`,
);
const removeContentTerms = prepareQuery(
  (_db, { primeId }: { readonly primeId: number }) =>
    sql`delete from content_search where rowid = ${primeId}`,
);
const addContentTerms = prepareQuery(
  (_db, { primeId, terms }: Pick<InsideContents, 'primeId' | 'terms'>) => sql`
    insert into content_search (rowid, terms) values (${primeId}, ${terms})`,
);

async function replaceContents(
  db: Kysely<Schema>,
  { primeId, isNew, basis, license, namespaces, tags, kinds, terms }: InsideContents,
): Promise<void> {
  await replaceRow(db, {
    ...{ primeId, basis, license, namespaces: JSON.stringify(namespaces) },
    ...{ tags: JSON.stringify(tags), kinds: JSON.stringify(kinds) },
  });
  if (!isNew) await removeContentTerms(db, { primeId });
  await addContentTerms(db, { primeId, terms });
}

/** Row ids after the last one in use; if there are no more, those that removed passages have left. */
async function findNumbers(db: Kysely<Schema>, first: number, count: number): Promise<number[]> {
  const { rows } = await sql<{ last: number | null }>`
    select max(id) as last from search_passages where id > ${first} and id < ${first + PASSAGES}`.execute(db);
  const next = (rows[0]?.last ?? first) + 1;
  if (next + count <= first + PASSAGES) return Array.from({ length: count }, (_, index) => next + index);
  const taken = await sql<{ id: number }>`
    select id from search_passages where id > ${first} and id < ${first + PASSAGES}`.execute(db);
  const isTaken = new Set(taken.rows.map(({ id }) => id));
  const free: number[] = [];
  for (let number = first + 1; free.length < count && number < first + PASSAGES; number += 1)
    if (!isTaken.has(number)) free.push(number);
  return free;
}

// One row with all ids: see fts5-search-index.ts.
const findPrimes = prepareQuery(
  (_db, { expression, limit }: { expression: string; limit: number }) => sql<{ ids: string | null }>`
    select group_concat(distinct id / ${sql.lit(PASSAGES)}) as ids from (
      select rowid as id from passage_search where passage_search match ${expression} limit ${limit}
    )`,
);

export const sqliteInsideReads: InsideReads = {
  async findPrimes(db, expression, limit) {
    const [found] = await findPrimes(db, { expression, limit });
    return JSON.parse(`[${found?.ids ?? ''}]`) as number[];
  },

  async listPassages(db, expression, limit) {
    const { rows } = await sql<Omit<MatchingPassage, 'count'>>`
      select matching.id / ${sql.lit(PASSAGES)} as primeId, content_id as contentId from (
        select rowid as id from passage_search where passage_search match ${expression} limit ${limit}
      ) as matching cross join search_passages on search_passages.id = matching.id order by matching.id`.execute(
      db,
    );
    return rows;
  },

  async findPassages(db, expression, primeIds, limitEach) {
    const { rows } = await sql<MatchingPassage>`
      with asked as (
        select value as prime_id from json_each(${JSON.stringify(primeIds)})
      ), matching as materialized (
        ${matchesOf(expression)}
      ), numbered as (
        select id, prime_id, count(*) over (partition by prime_id) as count,
          row_number() over (partition by prime_id order by id) as number
        from matching
      )
      select numbered.prime_id as primeId, content_id as contentId, count
      from numbered join search_passages on search_passages.id = numbered.id
      where number <= ${limitEach} order by numbered.id`.execute(db);
    return rows;
  },
};

// Posting lists are read from the first row of a Prime. FTS5 needs integers for that, not bound numbers.
function matchesOfEach(expression: string): RawBuilder<unknown> {
  return sql`
    select passage_search.rowid as id, prime_id from asked cross join passage_search
    where passage_search match ${expression} and passage_search.rowid >= prime_id * ${sql.lit(PASSAGES)}
      and passage_search.rowid < (prime_id + 1) * ${sql.lit(PASSAGES)}`;
}

// Each query with a prefix merges the posting lists again, so one query must do for all Primes. It reads this
// many matches or passages, from the first of these Primes on.
const MAX_FIRST = 5000;

/** The unmarked beginning at the end of an expression, which is longer than those in the index, and what precedes it. */
const ENDS_WITH_LONG_BEGINNING = /^(?:(.*) AND )?"([^"\/@#=]{4,})" \*$/sv;

function matchesOf(expression: string): RawBuilder<unknown> {
  const [, others, beginning] = ENDS_WITH_LONG_BEGINNING.exec(expression) ?? [];
  if (beginning !== undefined) return matchesByWords(others, beginning);
  return expression.includes('" *') ? matchesAmongFirst(expression) : matchesOfEach(expression);
}

/** Reads the words of the passages: merging the lists of all words with a beginning takes longer. */
function matchesByWords(others: string | undefined, beginning: string): RawBuilder<unknown> {
  const passages =
    others === undefined
      ? sql`
        select id, prime_id, words from asked cross join search_passages
        where id >= prime_id * ${sql.lit(PASSAGES)} and id < (prime_id + 1) * ${sql.lit(PASSAGES)}`
      : sql`
        select search_passages.id, prime_id, words from (${matchesOfEach(others)}) as matching
        cross join search_passages on search_passages.id = matching.id`;
  return sql`
    select id, prime_id from (${passages} limit ${sql.lit(MAX_FIRST)})
    where instr(' ' || words, ${` ${beginning}`}) > 0`;
}

function matchesAmongFirst(expression: string): RawBuilder<unknown> {
  return sql`
    select id, id / ${sql.lit(PASSAGES)} as prime_id from (
      select rowid as id from passage_search
      where passage_search match ${expression}
        and rowid >= (select min(prime_id) from asked) * ${sql.lit(PASSAGES)}
      limit ${sql.lit(MAX_FIRST)}
    ) where id / ${sql.lit(PASSAGES)} in (select prime_id from asked)`;
}
