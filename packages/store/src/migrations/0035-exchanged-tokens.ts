// Tokens that live minutes: what they were exchanged for, and the keys of the issuers that vouch for identities.
import type { Kysely, Migration } from 'kysely';
import type { ColumnTypes } from './column-types.ts';

export const exchangedTokens = (types: ColumnTypes): Migration => ({
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      // Not rows of `tokens`, which are never deleted: these are, some time after their end.
      .createTable('exchanged_tokens')
      .addColumn('id', types.text, (column) => column.primaryKey().notNull())
      // `oidc` or `attenuated`.
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('secret_sha256', types.bytes, (column) => column.notNull().unique())
      // JSON arrays of strings.
      .addColumn('permissions', 'text', (column) => column.notNull())
      .addColumn('scopes', 'text', (column) => column.notNull())
      // JSON array of objects with a name and maybe a range.
      .addColumn('primes', 'text', (column) => column.notNull())
      // JSON array of ids of tokens, the oldest first: it ends with each of them.
      .addColumn('ancestors', 'text', (column) => column.notNull())
      // The trust rule that allowed it, with which it ends, and what that rule shows (JSON); null without one.
      .addColumn('rule_id', types.text)
      .addColumn('provenance', 'text')
      .addColumn('created_at_ms', 'bigint', (column) => column.notNull())
      .addColumn('expires_at_ms', 'bigint', (column) => column.notNull())
      .addColumn('revoked_at_ms', 'bigint')
      .execute();
    await db.schema
      .createIndex('exchanged_tokens_expiry')
      .on('exchanged_tokens')
      .column('expires_at_ms')
      .execute();
    await db.schema
      .createTable('used_assertions')
      // SHA-256 of issuer and token id, or of the whole assertion, in hex.
      .addColumn('digest', types.text, (column) => column.primaryKey().notNull())
      // SHA-256 in hex of what its sender must know to get another token for it; null for nobody.
      .addColumn('nonce_sha256', types.text)
      // The last token that it was exchanged for.
      .addColumn('token_id', types.text, (column) => column.notNull())
      // Until then it would be accepted, if it were not for this row.
      .addColumn('keep_until_ms', 'bigint', (column) => column.notNull())
      .execute();
    await db.schema
      .createIndex('used_assertions_end')
      .on('used_assertions')
      .column('keep_until_ms')
      .execute();
    await db.schema
      .createTable('issuer_keys')
      .addColumn('issuer', types.text, (column) => column.primaryKey().notNull())
      // The last good JSON Web Key Set (RFC 7517), as it was fetched.
      .addColumn('key_set', 'text', (column) => column.notNull())
      .addColumn('fetched_at_ms', 'bigint', (column) => column.notNull())
      .execute();
  },
});
