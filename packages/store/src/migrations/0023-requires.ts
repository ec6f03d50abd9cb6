// The Primes that a version requires. Versions that were published before have none.
import type { Kysely, Migration } from 'kysely';
import type { ColumnTypes } from './column-types.ts';

export const requires = (types: ColumnTypes): Migration => ({
  async up(db: Kysely<unknown>): Promise<void> {
    // JSON: version ranges by name, in byte order of the names; null if there are none.
    await db.schema.alterTable('versions').addColumn('requires', types.text).execute();
    // Which latest versions require a Prime.
    await db.schema
      .createTable('latest_requires')
      // The name of the required Prime, which need not exist, and of the one that requires it.
      .addColumn('required', types.text, (column) => column.notNull())
      .addColumn('name', types.text, (column) => column.notNull())
      .addColumn('range', types.text, (column) => column.notNull())
      .addColumn('prime_id', types.wholeNumber, (column) => column.notNull())
      .addPrimaryKeyConstraint('latest_requires_key', ['required', 'name'])
      .execute();
    await db.schema.createIndex('latest_requires_prime').on('latest_requires').column('prime_id').execute();
    // What the program that stored a list read in it: 1 for requirements; null for an earlier program.
    await db.schema.alterTable('mirrored_lists').addColumn('form', 'integer').execute();
  },
});
