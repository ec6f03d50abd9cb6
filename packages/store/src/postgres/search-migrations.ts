// The tables of the search index in PostgreSQL.
import { type Kysely, type Migration, sql, type Transaction } from 'kysely';
import { fillInside } from '../search/fill-inside.ts';
import { learnEntries } from '../search/learn-entries.ts';
import type { Schema } from '../sql/schema.ts';
import { postgresInsideWrites } from './postgres-inside.ts';
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

/** The index of what is inside Primes, and the vocabulary. */
const insideMigration: Migration = {
  async up(db) {
    await sql`
      create table search_spellings (
        spelling text collate "C" not null, word text collate "C" not null, primary key (spelling, word)
      )`.execute(db);
    await sql`
      create table search_contents (
        prime_id bigint primary key references primes (id),
        basis text collate "C" not null,
        license text collate "C" not null,
        namespaces text collate "C" not null,
        kinds text collate "C" not null,
        terms tsvector not null
      )`.execute(db);
    await sql`
      create table search_passages (
        prime_id bigint not null,
        content_id bigint not null,
        words text collate "C" not null,
        terms tsvector not null,
        primary key (prime_id, content_id)
      )`.execute(db);
    await sql`create index search_contents_terms on search_contents using gin (terms) with (fastupdate = off)`.execute(
      db,
    );
    // A Prime may have hundreds of passages with hundreds of words each. They wait in a list, which is worked off whenever it is
    // full: a tenth of the work. Every search reads it, so it is a short one (in KiB).
    await sql`
      create index search_passages_terms on search_passages using gin (terms)
      with (fastupdate = on, gin_pending_list_limit = 512)`.execute(db);
    await learnEntries(postgresVocabulary, db);
    await fillInside(postgresInsideWrites, postgresVocabulary, db as Transaction<Schema>);
  },
};

/** The migrations of search, by name. */
export const searchMigrations: Record<string, Migration> = {
  '0008-search': searchMigration,
  '0010-search-inside': insideMigration,
};
