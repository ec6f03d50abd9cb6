// What the pages that list all Primes need: tags beside the other facts of the search index, and the orders by
// newest version, by downloads and by size of a scope as indexes, so that a page reads as many rows as it shows.
import type { Kysely, Migration } from 'kysely';
import type { ColumnTypes } from './column-types.ts';

export const browsing = (types: ColumnTypes): Migration => ({
  async up(db: Kysely<unknown>): Promise<void> {
    // JSON: the tags of the latest version. The rebuild of the search index fills it.
    await db.schema
      .alterTable('search_contents')
      .addColumn('tags', types.text, (column) => column.notNull().defaultTo('[]'))
      .execute();
    await db.schema
      .createIndex('latest_contents_version')
      .on('latest_contents')
      .column('version_id')
      .execute();
    await db.schema
      .createIndex('download_totals_most')
      .on('download_totals')
      .columns(['downloads', 'prime_id'])
      .execute();
    await db.schema
      .createIndex('scope_usage_most')
      .on('scope_usage')
      .columns(['versions', 'scope'])
      .execute();
    await db.schema
      .createIndex('mirror_usage_most')
      .on('mirror_usage')
      .columns(['versions', 'scope'])
      .execute();
    await db.schema
      .createIndex('mirror_usage_scope')
      .on('mirror_usage')
      .columns(['scope', 'versions'])
      .execute();
  },
});
