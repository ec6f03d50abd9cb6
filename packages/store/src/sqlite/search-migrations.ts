// The tables of the search index, and how they are filled from the versions that a database has.
import { type Kysely, type Migration, sql, type Transaction } from 'kysely';
import { fillInside } from '../search/fill-inside.ts';
import { learnEntries } from '../search/learn-entries.ts';
import { listEntryTerms, MARKS } from '../search/search-terms.ts';
import type { Schema } from '../sql/schema.ts';
import { ownMergesMigration } from './fts5-merges.ts';
import { sqliteInsideWrites } from './sqlite-inside.ts';
import { sqliteVocabulary } from './sqlite-vocabulary.ts';

/** Makes the index, as it is today. */
export const fts5Migration: Migration = {
  up: (db) => createIndex(db),
};

/** Makes the index anew, whatever it was: at first it held texts, not terms. */
export const searchTermsMigration: Migration = {
  async up(db) {
    await sql`drop table prime_search`.execute(db);
    await sql`drop table if exists search_entries`.execute(db);
    await createIndex(db);
    await fillIndex(db);
  },
};

/** Makes the index of what is inside Primes, and the vocabulary, whose rows are their own index. */
const insideMigration: Migration = {
  async up(db) {
    await sql`
      create table search_spellings (
        spelling text not null, word text not null, primary key (spelling, word)
      ) without rowid`.execute(db);
    await sql`
      create table search_contents (
        prime_id integer primary key references primes (id),
        basis text not null,
        license text not null,
        namespaces text not null,
        kinds text not null
      )`.execute(db);
    await sql`
      create table search_passages (id integer primary key, content_id integer not null, words text not null)
    `.execute(db);
    for (const [table, prefix] of [
      ['content_search', '1 2 3 4'],
      ['passage_search', '3'],
    ] as const) {
      await sql`
        create virtual table ${sql.id(table)} using fts5(
          terms, content = '', contentless_delete = 1, detail = none, prefix = ${sql.lit(prefix)},
          tokenize = ${sql.lit(`ascii tokenchars '${Object.values(MARKS).join('')}'`)}
        )`.execute(db);
    }
    await learnEntries(sqliteVocabulary, db);
    await fillInside(sqliteInsideWrites, sqliteVocabulary, db as Transaction<Schema>);
  },
};

/** The migrations of this engine, by name. */
export const searchMigrations: Record<string, Migration> = {
  '0002-search': fts5Migration,
  '0003-search-terms': searchTermsMigration,
  '0010-search-inside': insideMigration,
  '0013-own-merges': ownMergesMigration,
};

// What is shown and what is found of a Prime's latest version is an ordinary row. The full-text index has nothing but lists
// of rows: for each term, and for each beginning of up to eight characters (seven of a word that is marked), as a list that
// has to be merged from those of all terms with a beginning costs milliseconds. Terms are separated by spaces, and whatever
// else is in them is part of a term, so the tokenizer has nothing to decide.
async function createIndex(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table search_entries (
      prime_id integer primary key references primes (id),
      name text not null,
      version text not null,
      description text not null,
      label_terms text not null,
      description_terms text not null
    )`.execute(db);
  await sql`
    create virtual table prime_search using fts5(
      label_terms, description_terms, content = 'search_entries', content_rowid = 'prime_id',
      detail = none, columnsize = 0, prefix = '1 2 3 4 5 6 7 8',
      tokenize = ${sql.lit(`ascii tokenchars '${Object.values(MARKS).join('')}'`)}
    )`.execute(db);
  // Segments are merged later than FTS5 would, at half the cost to publishes; a search takes no longer for it.
  await sql`insert into prime_search (prime_search, rank) values ('automerge', 8)`.execute(db);
}

const BATCH = 1000;

/** Fills an empty index with the latest version of every Prime. */
export async function fillIndex(db: Kysely<unknown>): Promise<void> {
  for (let lastId = 0; ; ) {
    const { rows } = await sql<LatestRow>`
      select primes.id, name, version, description, namespaces, tags
      from primes join versions on versions.id = (
        select id from versions where prime_id = primes.id and yanked_at_ms is null
        order by is_prerelease, precedence desc limit 1
      )
      where primes.id > ${lastId} order by primes.id limit ${BATCH}`.execute(db);
    for (const row of rows) {
      const words = [row.namespaces, row.tags].flatMap((list) => JSON.parse(list) as string[]);
      const terms = listEntryTerms({ ...row, words });
      await sql`
        insert into search_entries (prime_id, name, version, description, label_terms, description_terms)
        values (${row.id}, ${row.name}, ${row.version}, ${row.description},
          ${terms.labelTerms}, ${terms.descriptionTerms})`.execute(db);
    }
    lastId = rows.at(-1)?.id ?? Number.POSITIVE_INFINITY;
    if (rows.length < BATCH) break;
  }
  await sql`insert into prime_search (prime_search) values ('rebuild')`.execute(db);
}

interface LatestRow {
  readonly id: number;
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly namespaces: string;
  readonly tags: string;
}
