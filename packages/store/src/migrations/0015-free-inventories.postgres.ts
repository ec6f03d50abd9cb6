// Removes the foreign keys from inventories to versions, so that a version can be evicted. An early form of
// 0009-atoms created them.
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
