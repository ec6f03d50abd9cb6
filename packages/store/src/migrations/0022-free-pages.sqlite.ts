// A table that takes the free pages of the file for a moment, to overwrite them: see sqlite/overwrite-free-space.ts.
import { type Migration, sql } from 'kysely';

export const freePages: Migration = {
  async up(db) {
    await sql`create table free_pages (id integer primary key, zeros blob not null)`.execute(db);
  },
};
