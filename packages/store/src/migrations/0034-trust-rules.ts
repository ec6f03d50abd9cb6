// Rules that trust identities of issuers, such as the jobs of a CI, and how the keys of those issuers are found.
import type { Kysely, Migration } from 'kysely';
import type { ColumnTypes } from './column-types.ts';

export const trustRules = (types: ColumnTypes): Migration => ({
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('trust_rules')
      .addColumn('id', types.text, (column) => column.primaryKey().notNull())
      .addColumn('name', types.text, (column) => column.unique().notNull())
      // As the rule has it, byte for byte: which rules a token may match.
      .addColumn('issuer', types.text, (column) => column.notNull())
      // The rule, JSON in the form of RFC 8785.
      .addColumn('rule', 'text', (column) => column.notNull())
      // Claims that became conditions at the first use, a JSON object; null before.
      .addColumn('pinned', 'text')
      .addColumn('created_at_ms', 'bigint', (column) => column.notNull())
      .addColumn('created_by', types.text, (column) => column.notNull())
      // With a resolution of an hour; null for never.
      .addColumn('last_used_at_ms', 'bigint')
      .execute();
    await db.schema.createIndex('trust_rules_by_issuer').on('trust_rules').column('issuer').execute();
    await db.schema
      .createTable('trust_issuers')
      .addColumn('issuer', types.text, (column) => column.primaryKey().notNull())
      // Path of its keys; null if they are requested from the issuer.
      .addColumn('jwks_file', 'text')
      // Path of certificate authorities for requests to it; null for those of the system.
      .addColumn('ca_file', 'text')
      // 1 if it may have a private address.
      .addColumn('allow_private', 'integer', (column) => column.notNull())
      .execute();
  },
});
