// Inventories refer to versions without a constraint, so that a version can be evicted. The first form of 0009-atoms had made one.
import { type Migration, sql } from 'kysely';

export const freeInventories: Migration = {
  async up(db) {
    for (const table of ['inventories', 'latest_contents']) {
      await sql`
        alter table ${sql.id(table)} drop constraint if exists ${sql.id(`${table}_version_id_fkey`)}
      `.execute(db);
    }
  },
};
