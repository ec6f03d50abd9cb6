// The first tables: Primes, their versions, and tokens.
import type { Kysely, Migration } from 'kysely';
import type { ColumnTypes } from './column-types.ts';

export const registry = (types: ColumnTypes): Migration => ({
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('primes')
      .addColumn('id', types.identity, (column) => column.primaryKey())
      .addColumn('name', types.text, (column) => column.notNull().unique())
      .addColumn('created_at_ms', 'bigint', (column) => column.notNull())
      .execute();

    await db.schema
      .createTable('versions')
      .addColumn('id', types.identity, (column) => column.primaryKey())
      .addColumn('prime_id', types.wholeNumber, (column) => column.notNull().references('primes.id'))
      // The version as its author wrote it. The identity, without build metadata, is unique.
      .addColumn('version', types.text, (column) => column.notNull())
      .addColumn('identity', types.text, (column) => column.notNull())
      // Its byte order is the order of precedence.
      .addColumn('precedence', types.text, (column) => column.notNull())
      .addColumn('is_prerelease', 'integer', (column) => column.notNull())
      .addColumn('published_at_ms', 'bigint', (column) => column.notNull())
      .addColumn('published_by', types.text, (column) => column.notNull())
      .addColumn('sha256', types.text, (column) => column.notNull())
      .addColumn('size_bytes', 'bigint', (column) => column.notNull())
      .addColumn('description', types.text, (column) => column.notNull())
      .addColumn('license', types.text, (column) => column.notNull())
      .addColumn('prime_version', types.text, (column) => column.notNull())
      .addColumn('atoms', types.wholeNumber, (column) => column.notNull())
      // JSON arrays of strings.
      .addColumn('namespaces', types.text, (column) => column.notNull())
      .addColumn('tags', types.text, (column) => column.notNull())
      .addColumn('source_manifest', types.bytes, (column) => column.notNull())
      .addColumn('readme', types.text)
      .addColumn('yanked_at_ms', 'bigint')
      .addColumn('yanked_by', types.text)
      .addColumn('yank_reason', types.text)
      .addUniqueConstraint('versions_identity', ['prime_id', 'identity'])
      .execute();
    // For sorted lists. The highest version is at the end of each half.
    await db.schema
      .createIndex('versions_precedence')
      .on('versions')
      .columns(['prime_id', 'is_prerelease', 'precedence'])
      .execute();
    // For the versions that reference a blob, which are looked up before it is deleted.
    await db.schema.createIndex('versions_sha256').on('versions').column('sha256').execute();

    await db.schema
      .createTable('tokens')
      .addColumn('id', types.text, (column) => column.primaryKey().notNull())
      .addColumn('name', types.text, (column) => column.notNull())
      .addColumn('secret_sha256', types.bytes, (column) => column.notNull().unique())
      .addColumn('permissions', types.text, (column) => column.notNull())
      .addColumn('scopes', types.text, (column) => column.notNull())
      .addColumn('created_at_ms', 'bigint', (column) => column.notNull())
      .addColumn('expires_at_ms', 'bigint')
      .addColumn('revoked_at_ms', 'bigint')
      .execute();
  },
});
