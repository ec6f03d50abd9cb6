// The origin of versions, and the version lists of upstreams.
import type { Kysely, Migration } from 'kysely';
import type { ColumnTypes } from './column-types.ts';

export const mirror = (types: ColumnTypes): Migration => ({
  async up(db: Kysely<unknown>): Promise<void> {
    // The base URL of the upstream; null for versions that were published here.
    await db.schema.alterTable('versions').addColumn('origin', types.text).execute();
    await db.schema
      .createIndex('versions_origin')
      .on('versions')
      .columns(['origin', 'id'])
      .where('origin' as never, 'is not', null)
      .execute();
    await db.schema
      .createTable('mirrored_lists')
      .addColumn('name', types.text, (column) => column.primaryKey().notNull())
      .addColumn('origin', types.text, (column) => column.notNull())
      .addColumn('etag', types.text)
      // The JSON as received.
      .addColumn('body', types.text, (column) => column.notNull())
      .addColumn('checked_at_ms', 'bigint', (column) => column.notNull())
      .execute();
  },
});
