// Signatures of versions, the keys that sign for a scope, and the scopes that require signatures.
import type { Kysely, Migration } from 'kysely';
import type { ColumnTypes } from './column-types.ts';

export const signatures = (types: ColumnTypes): Migration => ({
  async up(db: Kysely<unknown>): Promise<void> {
    // Fingerprints with spaces between them, so that whoever reads a version need not ask for its signatures.
    await db.schema.alterTable('versions').addColumn('signed_by', 'text').execute();
    await db.schema
      .createTable('version_signatures')
      .addColumn('version_id', types.wholeNumber, (column) => column.notNull())
      .addColumn('fingerprint', types.text, (column) => column.notNull())
      // The order in which they came.
      .addColumn('position', types.wholeNumber, (column) => column.notNull())
      .addColumn('armored', 'text', (column) => column.notNull())
      .addColumn('signed_at_ms', 'bigint', (column) => column.notNull())
      // Of the key in the list of the scope when the signature came; null if it was not there.
      .addColumn('principal', 'text')
      .addColumn('since_index', types.wholeNumber)
      .addPrimaryKeyConstraint('version_signatures_key', ['version_id', 'fingerprint'])
      .execute();
    await db.schema
      .createTable('scope_signers')
      .addColumn('scope', types.text, (column) => column.notNull())
      .addColumn('fingerprint', types.text, (column) => column.notNull())
      // The entry of the log that added the key, and the one that removed it; null while it may sign.
      .addColumn('since_index', types.wholeNumber, (column) => column.notNull())
      .addColumn('until_index', types.wholeNumber)
      .addColumn('key', 'text', (column) => column.notNull())
      .addColumn('principal', 'text')
      .addPrimaryKeyConstraint('scope_signers_key', ['scope', 'fingerprint', 'since_index'])
      .execute();
    await db.schema
      .createTable('signing_policies')
      .addColumn('scope', types.text, (column) => column.primaryKey().notNull())
      // 0 or 1.
      .addColumn('require_signature', 'integer', (column) => column.notNull())
      // The entry of the log that set it.
      .addColumn('since_index', types.wholeNumber, (column) => column.notNull())
      .execute();
  },
});
