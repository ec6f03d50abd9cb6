// The index of what is inside Primes, in PostgreSQL: see inside-index.ts.
import { type Kysely, sql } from 'kysely';
import type { InsideReads, InsideWrites, MatchingPassage } from '../search/inside/inside-index.ts';
import { prepareQuery } from '../sql/prepared-query.ts';
import type { Schema } from '../sql/schema.ts';
import { toLexemes } from './lexemes.ts';
import { chooseStage, inStage, listStageMarks } from './search-stages.ts';

export const postgresInsideWrites: InsideWrites = {
  async addPassages(db, passages) {
    const lexemes = passages.map(({ primeId, terms }) => [...toLexemes(terms), ...listStageMarks(primeId)]);
    await sql`
      insert into search_passages (prime_id, content_id, words, terms)
      select prime_id, content_id, words, array_to_tsvector(string_to_array(terms, ' '))
      from unnest(
        ${passages.map(({ primeId }) => primeId)}::bigint[],
        ${passages.map(({ contentId }) => contentId)}::bigint[],
        ${passages.map(({ words }) => words)}::text[],
        ${lexemes.map((terms) => terms.join(' '))}::text[]
      ) as passage (prime_id, content_id, words, terms)`.execute(db);
  },

  async removePassages(db, primeId, contentIds) {
    await sql`
      delete from search_passages
      where prime_id = ${primeId} and content_id = any(${contentIds}::bigint[])`.execute(db);
  },

  async listPassages(db, primeId, afterId, limit) {
    // Ids must be above 0, but the README has content id 0.
    const { rows } = await sql<{ id: number; words: string }>`
      select content_id + 1 as id, words from search_passages
      where prime_id = ${primeId} and content_id >= ${afterId} order by content_id limit ${limit}`.execute(
      db,
    );
    return rows;
  },

  async replaceContents(db, contents) {
    await replaceContents.each(
      db,
      contents.map(({ primeId, basis, license, namespaces, tags, kinds, terms }) => ({
        ...{ primeId, basis, license },
        namespaces: JSON.stringify(namespaces),
        tags: JSON.stringify(tags),
        kinds: JSON.stringify(kinds),
        lexemes: [...toLexemes(terms), ...listStageMarks(primeId)],
      })),
    );
  },

  async removeContents(db, primeId) {
    await sql`delete from search_contents where prime_id = ${primeId}`.execute(db);
  },

  async removePrimes(db, primeIds) {
    await sql`delete from search_passages where prime_id = any(${primeIds}::bigint[])`.execute(db);
    await sql`delete from search_contents where prime_id = any(${primeIds}::bigint[])`.execute(db);
  },

  // Autovacuum does the work.
  async settle() {},
};

interface ContentsValues {
  readonly primeId: number;
  readonly basis: string;
  readonly license: string;
  readonly namespaces: string;
  readonly tags: string;
  readonly kinds: string;
  readonly lexemes: readonly string[];
}

const replaceContents = prepareQuery(
  (_db, { primeId, basis, license, namespaces, tags, kinds, lexemes }: ContentsValues) => sql`
    insert into search_contents (prime_id, basis, license, namespaces, tags, kinds, terms)
    values (${primeId}, ${basis}, ${license}, ${namespaces}, ${tags}, ${kinds}, array_to_tsvector(${lexemes}::text[]))
    on conflict (prime_id) do update set
      basis = excluded.basis,
      license = excluded.license,
      namespaces = excluded.namespaces,
      tags = excluded.tags,
      kinds = excluded.kinds,
      terms = excluded.terms`,
);

export const postgresInsideReads: InsideReads = {
  async findPrimes(db, expression, limit) {
    const near = await countByPrime(db, inStage(expression, 0), limit);
    const found = sum(near);
    if (found >= limit) return listIds(near);
    const stage = chooseStage(found, limit);
    const some = stage === undefined ? [] : await countByPrime(db, inStage(expression, stage), limit);
    return listIds(sum(some) >= limit ? some : await countByPrime(db, expression, limit));
  },

  async listPassages(db, expression, limit) {
    const near = await listSome(db, inStage(expression, 0), limit);
    if (near.length >= limit) return near;
    const stage = chooseStage(near.length, limit);
    const some = stage === undefined ? [] : await listSome(db, inStage(expression, stage), limit);
    return some.length >= limit ? some : listSome(db, expression, limit);
  },

  async findPassages(db, expression, primeIds, limitEach) {
    const { rows } = await sql<MatchingPassage>`
      select prime_id as "primeId", content_id as "contentId", count
      from unnest(${primeIds}::bigint[]) as prime (id), lateral (
        select prime_id, content_id, count(*) over () as count from search_passages
        where prime_id = prime.id and terms @@ ${expression}::tsquery order by content_id limit ${limitEach}
      ) as passages`.execute(db);
    return rows;
  },
};

/** The number of matching passages of a Prime. */
interface PrimePassages {
  readonly primeId: number;
  readonly count: number;
}

async function listSome(
  db: Kysely<Schema>,
  expression: string,
  limit: number,
): Promise<Omit<MatchingPassage, 'count'>[]> {
  const { rows } = await sql<Omit<MatchingPassage, 'count'>>`
    select prime_id as "primeId", content_id as "contentId" from (
      select prime_id, content_id from search_passages where terms @@ ${expression}::tsquery limit ${limit}
    ) as passages order by prime_id, content_id`.execute(db);
  return rows;
}

async function countByPrime(db: Kysely<Schema>, expression: string, limit: number): Promise<PrimePassages[]> {
  const { rows } = await sql<PrimePassages>`
    select prime_id as "primeId", count(*) as count from (
      select prime_id from search_passages where terms @@ ${expression}::tsquery limit ${limit}
    ) as passages group by prime_id order by prime_id`.execute(db);
  return rows;
}

function listIds(passages: readonly PrimePassages[]): number[] {
  return passages.map(({ primeId }) => primeId);
}

function sum(passages: readonly PrimePassages[]): number {
  return passages.reduce((total, { count }) => total + count, 0);
}
