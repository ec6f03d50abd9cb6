// Search with PostgreSQL's own full-text index. It says which Primes match; which come first is for search/ to say.
import { type Kysely, type Migration, type RawBuilder, sql } from 'kysely';
import type { Schema } from '../schema.ts';
import {
  MAX_READ_CHARACTERS,
  type SearchQueries,
  type ShownEntry,
  searchRanked,
} from '../search/ranked-search.ts';
import type { Candidate } from '../search/search-ranking.ts';
import { type EntryTerms, listEntryTerms, type Notation } from '../search/search-terms.ts';
import type { SearchIndex } from '../search-index.ts';
import { beginningExpression, listBeginnings, withoutLongBeginnings } from './beginnings.ts';
import {
  canBeJudged,
  chooseStage,
  FIRST_STAGE,
  listStageMarks,
  markOf,
  type Stage,
} from './search-stages.ts';

// A lexeme has 2,046 bytes at most (postgresql.org/docs/current/textsearch-limitations.html).
const MAX_TERM_CHARACTERS = 500;

/** By so many in the first stage it is told how many there are in all. */
const FEWEST_TO_EXTEND = 30;

export const tsvectorSearchIndex: SearchIndex = {
  async replaceEntry(transaction, { primeId, name, version, words, description }) {
    const entry = listEntryTerms({ name, words, description });
    const terms = [...listTerms(entry), ...listStageMarks(primeId)];
    // Most new versions say what the one before said: as long as its terms stay as they are, the index is left alone.
    await sql`
      insert into search_entries (prime_id, name, version, description, label_terms, description_terms, terms)
      values (${primeId}, ${name}, ${version}, ${description}, ${entry.labelTerms}, ${entry.descriptionTerms},
        array_to_tsvector(${terms}::text[]))
      on conflict (prime_id) do update set
        version = excluded.version,
        description = excluded.description,
        label_terms = excluded.label_terms,
        description_terms = excluded.description_terms,
        terms = excluded.terms
    `.execute(transaction);
  },

  async removeEntry(transaction, primeId) {
    await sql`delete from search_entries where prime_id = ${primeId}`.execute(transaction);
  },

  search: (db, query) => searchRanked(queries, db, query),
};

/** The table and its index. A new database has nothing to fill it with: that of SQLite is moved by export and import. */
export const searchMigration: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      create table search_entries (
        prime_id bigint primary key references primes (id),
        name text collate "C" not null,
        version text collate "C" not null,
        description text collate "C" not null,
        label_terms text collate "C" not null,
        description_terms text collate "C" not null,
        terms tsvector not null
      ) with (fillfactor = 80)`.execute(db);
    // A list of what is still to be put into the index would be read by every search, and worked off by some publish.
    await sql`create index search_terms on search_entries using gin (terms) with (fastupdate = off)`.execute(
      db,
    );
  },
};

function listTerms({ labelTerms, descriptionTerms }: EntryTerms): string[] {
  const terms = `${labelTerms}${descriptionTerms}`.split(' ').filter((term) => term !== '');
  return [...new Set([...terms, ...terms.flatMap(listBeginnings)].map(cut))];
}

/** What is too long for a lexeme is told by how it begins. */
function cut(term: string): string {
  return term.length <= MAX_TERM_CHARACTERS ? term : term.slice(0, MAX_TERM_CHARACTERS).toWellFormed();
}

// postgresql.org/docs/current/datatype-textsearch.html, section 8.11.2. No character of a term means anything in quotes.
const notation: Notation = {
  exact: (term) => `'${cut(term)}'`,
  beginning: (beginning) => beginningExpression(beginning, (term) => `'${cut(term)}'`),
  all: (expressions) => expressions.join(' & '),
  any: (expressions) => `(${expressions.join(' | ')})`,
};

const queries: SearchQueries = {
  notation,

  async findIds(db, expression, limit) {
    const near = await findInStage(db, expression, 0, { limit });
    if (near.length >= limit) return near;
    const stage = chooseStage(near.length, limit);
    const some = stage === undefined ? [] : await findInStage(db, expression, stage, { limit });
    if (some.length >= limit) return some;
    // Any of them: to put all in order, all would have to be read.
    const { rows } = await sql<{ id: number }>`
      select prime_id as id from search_entries where ${matchAnywhere(expression, near.length)} limit ${limit}`.execute(
      db,
    );
    return rows.map(({ id }) => id);
  },

  async findOtherIds(db, expression, without, page) {
    const wanted = page.offset + page.limit + without.length;
    const near = await count(db, matchInStage(expression, 0), wanted);
    const stage = chooseStage(near, wanted);
    const order = { ...page, without };
    const some = stage === undefined ? [] : await findInStage(db, expression, stage, order);
    return some.length === page.limit ? some : findInOrder(db, matchAnywhere(expression, near), order);
  },

  async countMatches(db, expression, most) {
    const near = await count(db, matchInStage(expression, 0), most);
    const stage = chooseStage(near, most);
    const some = stage === undefined ? near : await count(db, matchInStage(expression, stage), most);
    return some >= most ? some : count(db, matchAnywhere(expression, near), most);
  },

  async sample(db, expression, size) {
    const { rows } = await sql<{ maxId: number }>`
      select coalesce(max(prime_id), 0) as "maxId" from search_entries`.execute(db);
    const maxId = rows[0]?.maxId ?? 0;
    const near = await count(db, matchInStage(expression, 0), FIRST_STAGE);
    if (near >= FEWEST_TO_EXTEND || maxId <= FIRST_STAGE)
      return { count: near, among: Math.min(maxId, FIRST_STAGE) };
    return { count: await count(db, matchAnywhere(expression, near), size), among: maxId };
  },

  async readCandidates(db, ids) {
    const { rows } = await sql<Candidate>`
      select prime_id as id, name,
        left(label_terms, ${MAX_READ_CHARACTERS}) || ' ' as "labelTerms",
        left(description_terms, ${MAX_READ_CHARACTERS}) || ' ' as "descriptionTerms"
      from search_entries where prime_id = any(${ids}::bigint[])`.execute(db);
    return rows;
  },

  async readEntries(db: Kysely<Schema>, ids) {
    const { rows } = await sql<ShownEntry>`
      select prime_id as id, name, version, description
      from search_entries where prime_id = any(${ids}::bigint[])`.execute(db);
    return rows;
  },
};

/** The first that match, in the order of ids. */
function findInStage(
  db: Kysely<Schema>,
  expression: string,
  stage: Stage,
  order: IdOrder,
): Promise<number[]> {
  return findInOrder(db, matchInStage(expression, stage), order);
}

interface IdOrder {
  readonly limit: number;
  readonly offset?: number;
  readonly without?: readonly number[];
}

async function findInOrder(
  db: Kysely<Schema>,
  condition: RawBuilder<boolean>,
  { limit, offset = 0, without = [] }: IdOrder,
): Promise<number[]> {
  // The sum keeps the planner from walking along the ids until enough match, for which it would have to know how many do.
  const { rows } = await sql<{ id: number }>`
    select prime_id as id from search_entries where ${condition} and not (prime_id = any(${without}::bigint[]))
    order by prime_id + 0 limit ${limit} offset ${offset}`.execute(db);
  return rows.map(({ id }) => id);
}

async function count(db: Kysely<Schema>, condition: RawBuilder<boolean>, most: number): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from (
      select 1 from search_entries where ${condition} limit ${most}
    ) as matches`.execute(db);
  return rows[0]?.total ?? 0;
}

function matchInStage(expression: string, stage: Stage): RawBuilder<boolean> {
  return matchQuickly(expression, [notation.exact(markOf(stage))]);
}

/** @param found - how many match in the first stage */
function matchAnywhere(expression: string, found: number): RawBuilder<boolean> {
  // What is rare is gathered in no time, long beginnings too.
  return canBeJudged(found) ? matchQuickly(expression) : match(expression);
}

/** Asks the index for more than what is wanted where that is quicker, and looks at what it has found. */
function matchQuickly(expression: string, marks: readonly string[] = []): RawBuilder<boolean> {
  const quick = withoutLongBeginnings(expression);
  const found = match(notation.all([quick, ...marks]));
  // As a function, the operator is no matter for the index.
  return quick === expression ? found : sql<boolean>`${found} and ts_match_vq(terms, ${expression}::tsquery)`;
}

function match(expression: string): RawBuilder<boolean> {
  return sql<boolean>`terms @@ ${expression}::tsquery`;
}
