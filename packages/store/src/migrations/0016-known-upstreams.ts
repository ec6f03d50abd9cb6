// The upstreams that explain their errors, so that a proxy in front of one cannot say "not here" for it.
import type { Kysely, Migration } from 'kysely';
import type { ColumnTypes } from './column-types.ts';

export const knownUpstreams = (types: ColumnTypes): Migration => ({
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('known_upstreams')
      // Its base URL.
      .addColumn('url', types.text, (column) => column.primaryKey().notNull())
      // When it first answered an error with problem+json and a code.
      .addColumn('since_ms', 'bigint', (column) => column.notNull())
      .execute();
  },
});
