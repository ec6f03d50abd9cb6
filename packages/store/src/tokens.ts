// Tokens, looked up by the digest of their secret. The secret itself is not stored.
import { record } from './audit-log.ts';
import type { TokenRecord, TokenStore } from './contracts/token-store.ts';
import type { SqlStoreDeps } from './engine.ts';
import { toTokenRecord } from './sql/exchanged-token-row.ts';
import { noteUses } from './sql/note-uses.ts';
import type { Database } from './sql/schema.ts';
import { describeReplacement, describeToken, toToken, toTokenRow } from './sql/token-row.ts';

/** The engines limit the parameters of a statement. */
const DIGESTS_AT_A_TIME = 500;

export function createTokenStore({ transact, locks, reader }: SqlStoreDeps): TokenStore {
  return {
    async insertToken(token, secretSha256, act) {
      await transact(async (transaction) => {
        await transaction.insertInto('tokens').values(toTokenRow(token, secretSha256)).execute();
        await record(transaction, { ...act, tokenId: token.id, details: describeToken(token) });
      });
    },

    insertFirstToken: (token, secretSha256, act) =>
      transact(async (transaction) => {
        // A registry without tokens has no publishes to delay.
        await locks.lockPublishes(transaction);
        const [other] = await selectTokens(transaction).limit(1).execute();
        // Its own, if the commit succeeded and its answer was lost.
        if (other !== undefined) return other.id === token.id;
        await transaction.insertInto('tokens').values(toTokenRow(token, secretSha256)).execute();
        await record(transaction, { ...act, tokenId: token.id, details: describeToken(token) });
        return true;
      }),

    async findTokenBySecret(secretSha256) {
      const row = await reader
        .selectFrom('tokens')
        .where('secret_sha256', '=', secretSha256)
        .selectAll()
        .executeTakeFirst();
      return row && toToken(row);
    },

    async findTokensBySecrets(secretSha256s) {
      const byDigest = new Map<string, TokenRecord>();
      for (let at = 0; at < secretSha256s.length; at += DIGESTS_AT_A_TIME) {
        const some = secretSha256s.slice(at, at + DIGESTS_AT_A_TIME);
        const tokens = reader.selectFrom('tokens').where('secret_sha256', 'in', some).selectAll();
        for (const row of await tokens.execute()) byDigest.set(toHex(row.secret_sha256), toToken(row));
        const exchanged = await reader
          .selectFrom('exchanged_tokens')
          .where('secret_sha256', 'in', some)
          .selectAll()
          .execute();
        for (const row of exchanged) byDigest.set(toHex(row.secret_sha256), toTokenRecord(row));
      }
      return secretSha256s.map((digest) => byDigest.get(toHex(digest)));
    },

    async listTokens() {
      return (await selectTokens(reader).execute()).map(toToken);
    },

    async revokeToken(id, revokedAtMs, act) {
      await transact(async (transaction) => {
        for (const table of ['tokens', 'exchanged_tokens'] as const) {
          const [revoked] = await transaction
            .updateTable(table)
            .set({ revoked_at_ms: revokedAtMs })
            .where('id', '=', id)
            .where('revoked_at_ms', 'is', null)
            .returning('name')
            .execute();
          if (revoked !== undefined)
            await record(transaction, { ...act, tokenId: id, details: { name: revoked.name } });
        }
      });
      const row = await reader.selectFrom('tokens').where('id', '=', id).selectAll().executeTakeFirst();
      if (row !== undefined) return toToken(row);
      const exchanged = reader.selectFrom('exchanged_tokens').where('id', '=', id).selectAll();
      const other = await exchanged.executeTakeFirst();
      return other && toTokenRecord(other);
    },

    async replaceToken(id, endsAtMs, token, secretSha256, act) {
      return transact(async (transaction) => {
        const { numUpdatedRows } = await transaction
          .updateTable('tokens')
          .set({ expires_at_ms: endsAtMs })
          .where('id', '=', id)
          .where('revoked_at_ms', 'is', null)
          // Another rotation may have ended it sooner since it was read.
          .where(({ eb, or }) => or([eb('expires_at_ms', 'is', null), eb('expires_at_ms', '>=', endsAtMs)]))
          .executeTakeFirst();
        if (numUpdatedRows === 0n) return false;
        await transaction.insertInto('tokens').values(toTokenRow(token, secretSha256)).execute();
        const details = describeReplacement(token, id, endsAtMs);
        await record(transaction, { ...act, tokenId: token.id, details });
        return true;
      });
    },

    noteTokenUses: (uses) => noteUses(transact, 'tokens', uses),
  };
}

/** All tokens, oldest first. */
export function selectTokens(reader: Database) {
  return reader.selectFrom('tokens').selectAll().orderBy('created_at_ms').orderBy('id');
}

function toHex(digest: Uint8Array): string {
  return Buffer.from(digest).toString('hex');
}
