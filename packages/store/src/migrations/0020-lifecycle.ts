// What happens to versions after their publish: channels, deprecations, moves to another name, removals, and
// promotions from another registry.
import type { Kysely, Migration } from 'kysely';
import type { ColumnTypes } from './column-types.ts';

export const lifecycle = (types: ColumnTypes): Migration => ({
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('channels')
      // Of the Prime.
      .addColumn('name', types.text, (column) => column.notNull())
      .addColumn('channel', types.text, (column) => column.notNull())
      // The version without build metadata.
      .addColumn('identity', types.text, (column) => column.notNull())
      .addColumn('version', types.text, (column) => column.notNull())
      .addColumn('set_at_ms', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('channels_key', ['name', 'channel'])
      .execute();
    await db.schema
      .createTable('deprecations')
      .addColumn('name', types.text, (column) => column.notNull())
      // In npm's notation; * for the Prime as a whole.
      .addColumn('range', types.text, (column) => column.notNull())
      .addColumn('message', 'text', (column) => column.notNull())
      // What to use instead: a name, perhaps a range, perhaps the base URL of a registry.
      .addColumn('successor_name', types.text)
      .addColumn('successor_range', types.text)
      .addColumn('successor_registry', types.text)
      .addColumn('set_at_ms', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('deprecations_key', ['name', 'range'])
      .execute();
    await db.schema
      .createTable('moved_primes')
      .addColumn('name', types.text, (column) => column.primaryKey().notNull())
      .addColumn('moved_to', types.text, (column) => column.notNull())
      .addColumn('moved_at_ms', 'bigint', (column) => column.notNull())
      .execute();
    await db.schema
      .createTable('removed_versions')
      .addColumn('name', types.text, (column) => column.notNull())
      .addColumn('identity', types.text, (column) => column.notNull())
      .addColumn('version', types.text, (column) => column.notNull())
      .addColumn('precedence', types.text, (column) => column.notNull())
      // What it was: the same bytes may be imported again.
      .addColumn('sha256', types.text, (column) => column.notNull())
      .addColumn('category', types.text, (column) => column.notNull())
      .addColumn('reason', 'text')
      .addColumn('removed_at_ms', 'bigint', (column) => column.notNull())
      // Base URL of the upstream that it came from; null if it was published here.
      .addColumn('origin', types.text)
      .addPrimaryKeyConstraint('removed_versions_key', ['name', 'identity'])
      .execute();
    // Where a version was first published, if it was promoted.
    await db.schema.alterTable('versions').addColumn('promoted_from', types.text).execute();
    await db.schema.alterTable('versions').addColumn('first_published_at_ms', 'bigint').execute();
    // 1 if the latest version is deprecated: then it ranks lower.
    await db.schema
      .alterTable('search_entries')
      .addColumn('is_deprecated', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
    // The channels, deprecations, new name and removed versions of the upstream, as JSON.
    await db.schema.alterTable('mirrored_lists').addColumn('lifecycle', 'text').execute();
  },
});
