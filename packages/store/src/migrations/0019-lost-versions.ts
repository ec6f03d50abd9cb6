// Versions that were published, but that this database lacks since it went back to an older state.
import type { Kysely, Migration } from 'kysely';
import type { ColumnTypes } from './column-types.ts';

export const lostVersions = (types: ColumnTypes): Migration => ({
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('lost_versions')
      // Of its Prime.
      .addColumn('name', types.text, (column) => column.notNull())
      // Without build metadata.
      .addColumn('identity', types.text, (column) => column.notNull())
      // Of its tarball. If several are possible, each has a row.
      .addColumn('sha256', types.text, (column) => column.notNull())
      .addPrimaryKeyConstraint('lost_versions_key', ['name', 'identity', 'sha256'])
      .execute();
  },
});
