// Turns off the automatic merges of FTS5 for READMEs and atoms: the registry merges these indexes itself.
import { type Migration, sql } from 'kysely';

const SETTINGS = {
  automerge: 0,
  // A segment is rewritten when this percentage of its rows is deleted. With 10, the default of FTS5, each
  // edit of a Prime that makes up a tenth of the index would rewrite the whole index.
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
