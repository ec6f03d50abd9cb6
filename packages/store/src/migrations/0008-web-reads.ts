// Data of the web pages: versions by scope in the order of insertion, and downloads by day.
import type { Kysely, Migration } from 'kysely';
import type { ColumnTypes } from './column-types.ts';

export const webReads = (types: ColumnTypes): Migration => ({
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .alterTable('versions')
      .addColumn('scope', types.text, (column) => column.notNull().defaultTo(''))
      .execute();
    await fillScopes(db as Kysely<Tables>);
    await db.schema.createIndex('versions_scope').on('versions').columns(['scope', 'id']).execute();

    await db.schema
      .createTable('downloads')
      .addColumn('prime_id', types.wholeNumber, (column) => column.notNull().references('primes.id'))
      // Days since 1970-01-01, in UTC.
      .addColumn('day', 'integer', (column) => column.notNull())
      .addColumn('version_id', types.wholeNumber, (column) => column.notNull().references('versions.id'))
      .addColumn('downloads', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('downloads_of_a_day', ['prime_id', 'day', 'version_id'])
      .execute();
    // The total of all days, so that one row is read, however many days there are.
    await db.schema
      .createTable('download_totals')
      .addColumn('prime_id', types.wholeNumber, (column) =>
        column.primaryKey().notNull().references('primes.id'),
      )
      .addColumn('downloads', 'bigint', (column) => column.notNull())
      .execute();
  },
});

/** The names of a scope's Primes begin with `@scope/` and sort before `@scope0`. */
async function fillScopes(db: Kysely<Tables>): Promise<void> {
  for (const { scope } of await db.selectFrom('scope_usage').select('scope').execute()) {
    await db
      .updateTable('versions')
      .set({ scope })
      .where('prime_id', 'in', (query) =>
        query
          .selectFrom('primes')
          .where('name', '>', `${scope}/`)
          .where('name', '<', `${scope}0`)
          .select('id'),
      )
      .execute();
  }
}

interface Tables {
  primes: { id: number; name: string };
  versions: { prime_id: number; scope: string };
  scope_usage: { scope: string };
}
