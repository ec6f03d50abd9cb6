// Search with SQLite's FTS5. It says which Primes match; which come first is for search-ranking.ts to say. However many
// match, no more than a few hundred are looked at.
import { SEARCH_LIMITS } from '@prime-registry/protocol';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { SearchHit } from '../registry-store.ts';
import type { Schema } from '../schema.ts';
import type { SearchIndex } from '../search-index.ts';
import { type Candidate, type Ranked, rank } from './search-ranking.ts';
import {
  bestFirstExpressions,
  type EntryTerms,
  listEntryTerms,
  matchExpression,
  quote,
  quoteBeginning,
  readSearchTerms,
  type SearchTerms,
} from './search-terms.ts';

// Of up to so many matches every one is ranked: to read them costs less than to choose.
const MAX_ALL_RANKED = 1000;
// Of more, so many that may rank first are; the others follow in the order in which their Primes were published first.
const MAX_BEST_RANKED = 300;
// So much is read of the terms of each, names and tags first: one with a long description costs no more than others.
const MAX_READ_CHARACTERS = 4000;
// What can be paged to: nobody sees what is behind it, and to count it would take as long as there are Primes.
const MAX_TOTAL = SEARCH_LIMITS.offset.maximum + SEARCH_LIMITS.limit.maximum;
// Of the Primes with a word the first so many are counted; how far apart they are tells how many there are in all.
const RARITY_SAMPLE = 1000;

export const fts5SearchIndex: SearchIndex = {
  async replaceEntry(transaction, { primeId, name, version, words, description }) {
    const terms = listEntryTerms({ name, words, description });
    const known = await findTerms(transaction, primeId);
    // Most new versions say what the one before said: their terms are there already.
    const isIndexed =
      known?.labelTerms === terms.labelTerms && known.descriptionTerms === terms.descriptionTerms;
    if (known !== undefined && !isIndexed) await removeTerms(transaction, primeId, known);
    await sql`
      insert or replace into search_entries (prime_id, name, version, description, label_terms, description_terms)
      values (${primeId}, ${name}, ${version}, ${description}, ${terms.labelTerms}, ${terms.descriptionTerms})
    `.execute(transaction);
    if (!isIndexed) await addTerms(transaction, primeId, terms);
  },

  async removeEntry(transaction, primeId) {
    const known = await findTerms(transaction, primeId);
    if (known === undefined) return;
    await removeTerms(transaction, primeId, known);
    await sql`delete from search_entries where prime_id = ${primeId}`.execute(transaction);
  },

  async search(db, { text, limit, offset }) {
    const terms = readSearchTerms(text);
    if (terms === undefined) return { hits: [], total: 0 };
    const some = await findIds(db, matchExpression(terms), MAX_ALL_RANKED + 1);
    const areAll = some.length <= MAX_ALL_RANKED;
    const rarities = await measureRarities(db, terms);
    const best = areAll ? some : await findBestIds(db, bestFirstExpressions(terms, rarities));
    const ranked = rank(await readCandidates(db, best), terms, rarities);
    const page = ranked.slice(offset, offset + limit);
    if (areAll) return { hits: await readHits(db, page), total: some.length };
    if (page.length < limit) {
      const behind = { limit: limit - page.length, offset: offset + page.length - best.length };
      const score = ranked.at(-1)?.score ?? 0;
      for (const id of await findOtherIds(db, terms, best, behind)) page.push({ id, score });
    }
    return { hits: await readHits(db, page), total: await countMatches(db, terms) };
  },
};

async function findTerms(db: Kysely<Schema>, primeId: number): Promise<EntryTerms | undefined> {
  const { rows } = await sql<EntryTerms>`
    select label_terms as labelTerms, description_terms as descriptionTerms
    from search_entries where prime_id = ${primeId}`.execute(db);
  return rows[0];
}

async function addTerms(db: Kysely<Schema>, primeId: number, terms: EntryTerms): Promise<void> {
  await sql`
    insert into prime_search (rowid, label_terms, description_terms)
    values (${primeId}, ${terms.labelTerms}, ${terms.descriptionTerms})`.execute(db);
}

/** FTS5 has to be told what it holds (sqlite.org/fts5.html, section 6.3). */
async function removeTerms(db: Kysely<Schema>, primeId: number, terms: EntryTerms): Promise<void> {
  await sql`
    insert into prime_search (prime_search, rowid, label_terms, description_terms)
    values ('delete', ${primeId}, ${terms.labelTerms}, ${terms.descriptionTerms})`.execute(db);
}

async function findIds(db: Kysely<Schema>, expression: string, limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select rowid as id from prime_search where prime_search match ${expression} limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Those that may rank first of all that match. */
async function findBestIds(db: Kysely<Schema>, bestFirst: readonly string[]): Promise<number[]> {
  const best = new Set<number>();
  for (const expression of bestFirst) {
    for (const id of await findIds(db, expression, MAX_BEST_RANKED)) {
      best.add(id);
      if (best.size === MAX_BEST_RANKED) return [...best];
    }
  }
  return [...best];
}

/** What matches but is not among the best, in the order of ids. */
async function findOtherIds(
  db: Kysely<Schema>,
  terms: SearchTerms,
  best: readonly number[],
  { limit, offset }: { limit: number; offset: number },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select rowid as id from prime_search where prime_search match ${matchExpression(terms)}
      and rowid not in (select value from json_each(${JSON.stringify(best)}))
    order by rowid limit ${limit} offset ${offset}`.execute(db);
  return rows.map(({ id }) => id);
}

async function readCandidates(db: Kysely<Schema>, ids: readonly number[]): Promise<Candidate[]> {
  const { rows } = await sql<Candidate>`
    select prime_id as id, name, ${beginningOf('label_terms')} as labelTerms,
      ${beginningOf('description_terms')} as descriptionTerms
    from search_entries where prime_id in (select value from json_each(${JSON.stringify(ids)}))`.execute(db);
  return rows;
}

/** The first terms of a column; each of them, also the last one, is between spaces. */
function beginningOf(column: string): RawBuilder<string> {
  return sql`substr(${sql.ref(column)}, 1, ${MAX_READ_CHARACTERS}) || ' '`;
}

async function readHits(db: Kysely<Schema>, page: readonly Ranked[]): Promise<SearchHit[]> {
  const ids = JSON.stringify(page.map(({ id }) => id));
  const { rows } = await sql<Omit<SearchHit, 'score'> & { id: number }>`
    select prime_id as id, name, version, description
    from search_entries where prime_id in (select value from json_each(${ids}))`.execute(db);
  const entries = new Map(rows.map(({ id, ...entry }) => [id, entry]));
  return page.flatMap(({ id, score }) => {
    const entry = entries.get(id);
    return entry === undefined ? [] : [{ ...entry, score }];
  });
}

async function countMatches(db: Kysely<Schema>, terms: SearchTerms): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from (
      select 1 from prime_search where prime_search match ${matchExpression(terms)} limit ${MAX_TOTAL}
    )`.execute(db);
  return rows[0]?.total ?? 0;
}

/** How rare the words are, as logarithms; of a single word it makes no difference. */
async function measureRarities(
  db: Kysely<Schema>,
  { words, last }: SearchTerms,
): Promise<Map<string, number>> {
  const rarities = new Map<string, number>();
  if (words.length === 0) return rarities;
  for (const word of words) rarities.set(word, await measureRarity(db, quote(word)));
  rarities.set(last, await measureRarity(db, quoteBeginning(last)));
  return rarities;
}

async function measureRarity(db: Kysely<Schema>, expression: string): Promise<number> {
  const { rows } = await sql<{ count: number; lastId: number; maxId: number }>`
    select count(*) as count, max(id) as lastId, (select max(prime_id) from search_entries) as maxId from (
      select rowid as id from prime_search where prime_search match ${expression} limit ${RARITY_SAMPLE}
    )`.execute(db);
  const { count = 0, lastId = 0, maxId = 0 } = rows[0] ?? {};
  if (count === 0) return 1;
  return Math.log(1 + (count < RARITY_SAMPLE ? maxId : lastId) / count);
}
