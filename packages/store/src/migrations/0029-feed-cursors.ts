// How far the change feeds of upstreams have been read.
import type { Kysely, Migration } from 'kysely';
import type { ColumnTypes } from './column-types.ts';

export const feedCursors = (types: ColumnTypes): Migration => ({
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('feed_cursors')
      // Base URL of the upstream.
      .addColumn('url', types.text, (column) => column.notNull())
      // What for: to follow it, or to copy a part of it.
      .addColumn('reader', types.text, (column) => column.notNull())
      // As the upstream wrote it.
      .addColumn('cursor', types.text, (column) => column.notNull())
      .addColumn('at_ms', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('feed_cursors_key', ['url', 'reader'])
      .execute();
  },
});
