// The tables of the search index in PostgreSQL.
import { type Kysely, type Migration, sql } from 'kysely';
import { learnEntries } from '../search/learn-entries.ts';
import { postgresVocabulary } from './postgres-vocabulary.ts';

/** The table and its index. A new database has nothing to fill it with: that of SQLite is moved by export and import. */
const searchMigration: Migration = {
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

/** The vocabulary of what is searched. */
const searchWordsMigration: Migration = {
  async up(db) {
    await sql`
      create table search_spellings (
        spelling text collate "C" not null, word text collate "C" not null, primary key (spelling, word)
      )`.execute(db);
    await learnEntries(postgresVocabulary, db);
  },
};

/** The migrations of search, by name. */
export const searchMigrations: Record<string, Migration> = {
  '0008-search': searchMigration,
  '0010-search-words': searchWordsMigration,
};
