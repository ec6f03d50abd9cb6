// Lists for beginnings of words up to eight letters, and the words of passages in order. The full-text index of Primes stays
// empty until the rebuild of the index fills it.
import { type Migration, sql } from 'kysely';

const SETTINGS = { automerge: 0, deletemerge: 40 };

export const longBeginnings: Migration = {
  async up(db) {
    await sql`drop table content_search`.execute(db);
    await sql`
      create virtual table content_search using fts5(
        terms, content = '', contentless_delete = 1, detail = none, prefix = '1 2 3 4 5 6 7 8',
        tokenize = 'ascii tokenchars ''/@#=-'''
      )`.execute(db);
    for (const [setting, value] of Object.entries(SETTINGS)) {
      await sql`insert into content_search (content_search, rank) values (${setting}, ${sql.lit(value)})`.execute(
        db,
      );
    }
    // Reads the index itself (sqlite.org/fts5.html, section 7).
    await sql`create virtual table passage_terms using fts5vocab(passage_search, instance)`.execute(db);
  },
};
