// The index of READMEs and atoms, and the vocabulary. They stay empty until the rebuild fills them.
import { type Migration, sql } from 'kysely';

export const searchInside: Migration = {
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
          tokenize = 'ascii tokenchars ''/@#=-'''
        )`.execute(db);
    }
  },
};
