// FTS5 leaves the merging of the indexes of READMEs and atoms to the program.
import { type Migration, sql } from 'kysely';

const SETTINGS = {
  automerge: 0,
  // A segment is rewritten when this share of its rows is gone, in percent. With the 10 of FTS5, each edit of a Prime that is a
  // tenth of the index would rewrite all of the index.
  deletemerge: 40,
};

export const ownMerges: Migration = {
  async up(db) {
    for (const table of ['passage_search', 'content_search']) {
      for (const [setting, value] of Object.entries(SETTINGS)) {
        await sql`
          insert into ${sql.table(table)} (${sql.ref(table)}, rank) values (${setting}, ${sql.lit(value)})
        `.execute(db);
      }
    }
  },
};
