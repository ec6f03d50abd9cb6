// Writes to the index of what is inside Primes, in PostgreSQL: see inside-index.ts.
import { sql } from 'kysely';
import type { InsideWrites } from '../../search/inside/inside-index.ts';
import { prepareQuery } from '../../sql/prepared-query.ts';
import { toLexemes } from './lexemes.ts';
import { listStageMarks } from './search-stages.ts';

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
