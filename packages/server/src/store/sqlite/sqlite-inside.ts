// What is inside Primes, in SQLite. Rows of the full-text indexes have no texts, and are taken out without being told what they
// held (sqlite.org/fts5.html, section 4.4.3). The passages of a Prime follow each other, so that its own are found among
// millions, and a row tells its Prime by its number.
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../schema.ts';
import type {
  InsideFacts,
  InsideReads,
  InsideWrites,
  MatchingPassage,
  PrimePassages,
} from '../search/inside-index.ts';

// More than a Prime will ever have had.
const PASSAGES = 2 ** 20;

export const sqliteInsideWrites: InsideWrites = {
  async addPassages(db, primeId, passages) {
    const first = primeId * PASSAGES;
    const { rows } = await sql<{ last: number | null }>`
      select max(id) as last from search_passages where id > ${first} and id < ${first + PASSAGES}`.execute(
      db,
    );
    const last = rows[0]?.last ?? first;
    const numbered = passages.map((passage, index) => ({ ...passage, id: last + 1 + index }));
    await sql`
      insert into search_passages (id, content_id, words)
      select value ->> 'id', value ->> 'contentId', value ->> 'words' from json_each(${JSON.stringify(numbered)})
    `.execute(db);
    for (const { id, terms } of numbered)
      await sql`insert into passage_search (rowid, terms) values (${id}, ${terms})`.execute(db);
  },

  async removePassages(db, primeId, contentIds) {
    const first = primeId * PASSAGES;
    const { rows } = await sql<{ id: number }>`
      select id from search_passages where id > ${first} and id < ${first + PASSAGES}
        and content_id in (select value from json_each(${JSON.stringify(contentIds)}))`.execute(db);
    const ids = JSON.stringify(rows.map(({ id }) => id));
    await sql`delete from passage_search where rowid in (select value from json_each(${ids}))`.execute(db);
    await sql`delete from search_passages where id in (select value from json_each(${ids}))`.execute(db);
  },

  async listPassages(db, primeId, afterId, limit) {
    const first = Math.max(primeId * PASSAGES, afterId);
    const { rows } = await sql<{ id: number; words: string }>`
      select id, words from search_passages where id > ${first} and id < ${(primeId + 1) * PASSAGES}
      order by id limit ${limit}`.execute(db);
    return rows;
  },

  async findBasis(db, primeId) {
    const { rows } = await sql<{ basis: string }>`
      select basis from search_contents where prime_id = ${primeId}`.execute(db);
    return rows[0]?.basis;
  },

  async replaceContents(db, primeId, { basis, license, namespaces, kinds, terms }) {
    await sql`
      insert into search_contents (prime_id, basis, license, namespaces, kinds)
      values (${primeId}, ${basis}, ${license}, ${JSON.stringify(namespaces)}, ${JSON.stringify(kinds)})
      on conflict (prime_id) do update set basis = excluded.basis, license = excluded.license,
        namespaces = excluded.namespaces, kinds = excluded.kinds
    `.execute(db);
    await sql`delete from content_search where rowid = ${primeId}`.execute(db);
    await sql`insert into content_search (rowid, terms) values (${primeId}, ${terms})`.execute(db);
  },

  async removeContents(db, primeId) {
    await sql`delete from content_search where rowid = ${primeId}`.execute(db);
    await sql`delete from search_contents where prime_id = ${primeId}`.execute(db);
  },
};

export const sqliteInsideReads: InsideReads = {
  async countPassages(db, expression, limit) {
    const { rows } = await sql<PrimePassages>`
      select id / ${sql.lit(PASSAGES)} as primeId, count(*) as count from (
        select rowid as id from passage_search where passage_search match ${expression} limit ${limit}
      ) group by 1`.execute(db);
    return rows;
  },

  async findPassages(db, expression, primeIds, limitEach) {
    if (isOfBeginnings(expression)) return findAmongFirst(db, expression, primeIds, limitEach);
    const found: MatchingPassage[] = [];
    for (const primeId of primeIds) found.push(...(await findOfPrime(db, expression, primeId, limitEach)));
    return found;
  },

  async readFacts(db, primeIds) {
    const { rows } = await sql<{ id: number } & Record<keyof InsideFacts, string>>`
      select prime_id as id, license, namespaces, kinds from search_contents
      where prime_id in (select value from json_each(${JSON.stringify(primeIds)}))`.execute(db);
    return rows.map(({ id, license, namespaces, kinds }) => ({
      ...{ id, license },
      namespaces: JSON.parse(namespaces) as string[],
      kinds: JSON.parse(kinds) as string[],
    }));
  },
};

async function findOfPrime(
  db: Kysely<Schema>,
  expression: string,
  primeId: number,
  limit: number,
): Promise<MatchingPassage[]> {
  const first = primeId * PASSAGES;
  const { rows } = await sql<MatchingPassage>`
    with matching as materialized (
      select rowid as id from passage_search
      where passage_search match ${expression} and rowid > ${first} and rowid < ${first + PASSAGES}
    )
    select ${primeId} as primeId, content_id as contentId, (select count(*) from matching) as count
    from search_passages where id in (select id from matching order by id limit ${limit}) order by id`.execute(
    db,
  );
  return rows;
}

// The rows of a beginning are put together anew by each query, so one has to do for all Primes, and it looks at so many.
const MAX_FIRST = 5000;

function isOfBeginnings(expression: string): boolean {
  return expression.includes('" *');
}

async function findAmongFirst(
  db: Kysely<Schema>,
  expression: string,
  primeIds: readonly number[],
  limitEach: number,
): Promise<MatchingPassage[]> {
  const { rows } = await sql<MatchingPassage>`
    with matching as materialized (
      select rowid as id, rowid / ${sql.lit(PASSAGES)} as prime_id from passage_search
      where passage_search match ${expression} limit ${sql.lit(MAX_FIRST)}
    ), numbered as (
      select id, prime_id, count(*) over (partition by prime_id) as count,
        row_number() over (partition by prime_id order by id) as number
      from matching where prime_id in (select value from json_each(${JSON.stringify(primeIds)}))
    )
    select numbered.prime_id as primeId, content_id as contentId, count
    from numbered join search_passages on search_passages.id = numbered.id
    where number <= ${limitEach} order by numbered.id`.execute(db);
  return rows;
}
