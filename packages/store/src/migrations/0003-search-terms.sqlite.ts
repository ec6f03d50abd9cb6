// The search index contains terms instead of texts. It stays empty until the rebuild of the index fills it.
import { type Migration, sql } from 'kysely';

// The texts and terms of a latest version are an ordinary row. The full-text index has only posting lists:
// for each term, and for each prefix of up to eight characters (seven of a marked word), because merging the
// lists of all terms with a prefix takes milliseconds. Terms are separated by spaces, and every other
// character is part of a term, so the tokenizer decides nothing.
export const searchTerms: Migration = {
  async up(db) {
    await sql`drop table prime_search`.execute(db);
    // Some early databases have this table, made by an earlier form of the previous migration.
    await sql`drop table if exists search_entries`.execute(db);
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
        tokenize = 'ascii tokenchars ''/@#=-'''
      )`.execute(db);
    // FTS5 merges segments later than by default: publishes cost half as much, and searches are not slower.
    await sql`insert into prime_search (prime_search, rank) values ('automerge', 8)`.execute(db);
  },
};
