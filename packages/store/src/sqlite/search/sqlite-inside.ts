// Writes to the index of what is inside Primes, in SQLite: see inside-index.ts. The full-text indexes are contentless,
// and rows are deleted without their terms (sqlite.org/fts5.html, section 4.4.3). The passages of a Prime
// have consecutive row ids, so that they are found among millions, and the row id determines the Prime.
import { createPause } from '@prime-registry/concurrency';
import { sql } from 'kysely';
import {
  type InsideContents,
  type InsideWrites,
  type NewPassage,
  README_PASSAGE,
} from '../../search/inside/inside-index.ts';
import { prepareQuery } from '../../sql/prepared-query.ts';
import type { Database } from '../../sql/schema.ts';
import { pauseOf } from '../../sql/transaction-pauses.ts';
import { flushSome } from './fts5-flushes.ts';
import { mergeRemoved, mergeSome } from './fts5-merges.ts';
import { PASSAGES } from './passage-ids.ts';

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

async function addPassages(db: Database, primeId: number, passages: readonly NewPassage[]): Promise<void> {
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
  db: Database,
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
async function findNumbers(db: Database, first: number, count: number): Promise<number[]> {
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
