// The first search index: one row for each Prime, with the texts of its latest version.
import { type Migration, sql } from 'kysely';

/** `words` contains namespaces and tags. */
export const search: Migration = {
  async up(db) {
    await sql`
      create virtual table prime_search using fts5(
        name, words, description, version unindexed,
        tokenize = 'unicode61 remove_diacritics 2 categories ''L* N* Co Mn Mc So'''
      )`.execute(db);
  },
};
