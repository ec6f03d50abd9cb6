// Tokens: looked up by the digest of their secret, which is all that is stored of it.
import type { Permission } from '@prime-registry/protocol';
import type { Selectable } from 'kysely';
import type { TokenRecord, TokenStore } from './registry-store.ts';
import type { Schema } from './schema.ts';
import type { SqlStoreDeps } from './sql-store.ts';

export function createTokenStore({ transact, reader }: SqlStoreDeps): TokenStore {
  return {
    async insertToken(token, secretSha256) {
      await transact((transaction) =>
        transaction
          .insertInto('tokens')
          .values({
            id: token.id,
            name: token.name,
            secret_sha256: secretSha256,
            permissions: JSON.stringify(token.permissions),
            scopes: JSON.stringify(token.scopes),
            created_at_ms: token.createdAtMs,
            expires_at_ms: token.expiresAtMs ?? null,
            revoked_at_ms: token.revokedAtMs ?? null,
          })
          .execute(),
      );
    },

    async findTokenBySecret(secretSha256) {
      const row = await reader
        .selectFrom('tokens')
        .where('secret_sha256', '=', secretSha256)
        .selectAll()
        .executeTakeFirst();
      return row && toToken(row);
    },

    async listTokens() {
      const rows = await reader
        .selectFrom('tokens')
        .selectAll()
        .orderBy('created_at_ms')
        .orderBy('id')
        .execute();
      return rows.map(toToken);
    },

    async revokeToken(id, revokedAtMs) {
      await transact((transaction) =>
        transaction
          .updateTable('tokens')
          .set({ revoked_at_ms: revokedAtMs })
          .where('id', '=', id)
          .where('revoked_at_ms', 'is', null)
          .execute(),
      );
      const row = await reader.selectFrom('tokens').where('id', '=', id).selectAll().executeTakeFirst();
      return row && toToken(row);
    },
  };
}

function toToken(row: Selectable<Schema['tokens']>): TokenRecord {
  return {
    id: row.id,
    name: row.name,
    permissions: JSON.parse(row.permissions) as Permission[],
    scopes: JSON.parse(row.scopes) as string[],
    createdAtMs: row.created_at_ms,
    expiresAtMs: row.expires_at_ms ?? undefined,
    revokedAtMs: row.revoked_at_ms ?? undefined,
  };
}
