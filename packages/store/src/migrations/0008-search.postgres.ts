// The search index of PostgreSQL: terms, as in SQLite.
import { type Migration, sql } from 'kysely';

export const search: Migration = {
  async up(db) {
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
    // No pending list: every search would read it, and a publish would have to merge it.
    await sql`create index search_terms on search_entries using gin (terms) with (fastupdate = off)`.execute(
      db,
    );
  },
};
