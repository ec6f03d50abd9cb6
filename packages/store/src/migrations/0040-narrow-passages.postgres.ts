// Words and terms of passages are stored apart from their rows, so that the first matches of a word are on few pages. They are not
// compressed: terms hardly get smaller. The rebuild of the index, which gets other terms, writes the rows again.
import { type Migration, sql } from 'kysely';

export const narrowPassages: Migration = {
  async up(db) {
    await sql`alter table search_passages set (toast_tuple_target = 128)`.execute(db);
    await sql`alter table search_passages alter column terms set storage external`.execute(db);
    await sql`alter table search_contents alter column terms set storage external`.execute(db);
  },
};
