// Leases: which process does what only one may do at a time.
import type { Kysely, Migration } from 'kysely';
import type { ColumnTypes } from './column-types.ts';

export const leases = (types: ColumnTypes): Migration => ({
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('leases')
      // Of the work.
      .addColumn('name', types.text, (column) => column.primaryKey().notNull())
      // A random text, new for each process.
      .addColumn('holder', types.text, (column) => column.notNull())
      // When another process may take it, unless the holder has renewed it.
      .addColumn('until_ms', 'bigint', (column) => column.notNull())
      .execute();
  },
});
