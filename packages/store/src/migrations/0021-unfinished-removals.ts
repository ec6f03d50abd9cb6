// Removals of versions whose tarballs or words may still be in files of the registry.
import { type Kysely, type Migration, sql } from 'kysely';
import type { ColumnTypes } from './column-types.ts';

export const unfinishedRemovals = (types: ColumnTypes): Migration => ({
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('unfinished_removals')
      .addColumn('name', types.text, (column) => column.notNull())
      .addColumn('identity', types.text, (column) => column.notNull())
      // `tarball` or `words`.
      .addColumn('part', types.text, (column) => column.notNull())
      .addColumn('sha256', types.text, (column) => column.notNull())
      .addPrimaryKeyConstraint('unfinished_removals_key', ['name', 'identity', 'part'])
      .execute();
    // Earlier programs did not note what they had not finished.
    for (const part of ['tarball', 'words']) {
      await sql`
        insert into unfinished_removals (name, identity, part, sha256)
        select name, identity, ${sql.lit(part)}, sha256 from removed_versions`.execute(db);
    }
  },
});
