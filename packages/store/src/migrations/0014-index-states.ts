// Notes of an upgrade: which indexes must be rebuilt, and which version of the program the tables need.
import type { Kysely, Migration } from 'kysely';
import type { ColumnTypes } from './column-types.ts';

export const indexStates = (types: ColumnTypes): Migration => ({
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('index_states')
      .addColumn('name', types.text, (column) => column.primaryKey().notNull())
      // The form of the rows; 0 if they must be rebuilt.
      .addColumn('form', 'integer', (column) => column.notNull())
      // The form that a rebuild creates, and the last Prime it has indexed; null without a rebuild.
      .addColumn('rebuilding_form', 'integer')
      .addColumn('rebuilt_to', 'bigint')
      .execute();
    await (db as Kysely<Tables>).insertInto('index_states').values({ name: 'search', form: 0 }).execute();

    await db.schema
      .createTable('migration_programs')
      .addColumn('migration', types.text, (column) => column.primaryKey().notNull())
      // The first version of the program that has the migration.
      .addColumn('program', types.text, (column) => column.notNull())
      .execute();
  },
});

interface Tables {
  index_states: { name: string; form: number };
}
