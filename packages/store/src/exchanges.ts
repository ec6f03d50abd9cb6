// Tokens that live minutes, and the identity tokens and other tokens that they were exchanged for.
import { record } from './audit-log.ts';
import type { ExchangeStore } from './contracts/exchange-store.ts';
import type { SqlStoreDeps } from './engine.ts';
import { describeExchange, toExchangedToken, toExchangedTokenRow } from './sql/exchanged-token-row.ts';
import { prepareQuery } from './sql/prepared-query.ts';
import { takeAssertion } from './take-assertion.ts';

/** How much the clocks of processes may differ, in milliseconds. */
const MAX_SKEW_MS = 60_000;

export function createExchangeStore({ transact, reader }: SqlStoreDeps): ExchangeStore {
  const find = prepareQuery((db, { secret }: { secret: Uint8Array }) =>
    db.selectFrom('exchanged_tokens').selectAll().where('secret_sha256', '=', secret),
  );
  const findRule = prepareQuery((db, { id }: { id: string }) =>
    db.selectFrom('trust_rules').select('id').where('id', '=', id),
  );
  const isEveryValid = async (ids: readonly string[], nowMs: number): Promise<boolean> => {
    const columns = ['id', 'expires_at_ms', 'revoked_at_ms'] as const;
    const rows = await reader
      .selectFrom('tokens')
      .select(columns)
      .where('id', 'in', ids)
      .unionAll(reader.selectFrom('exchanged_tokens').select(columns).where('id', 'in', ids))
      .execute();
    const valid = rows.filter(
      ({ expires_at_ms, revoked_at_ms }) =>
        revoked_at_ms === null && (expires_at_ms === null || expires_at_ms > nowMs),
    );
    const found = new Set(valid.map(({ id }) => id));
    return ids.every((id) => found.has(id));
  };

  return {
    exchangeAssertion: (used, token, secretSha256, act) =>
      transact(async (transaction) => {
        const place = await takeAssertion(transaction, used, token.id, act.atMs);
        if (place.outcome === 'used') return 'used';
        // Its own, if the commit succeeded and its answer was lost.
        if (place.replaced === token.id) return 'first';
        await transaction
          .insertInto('exchanged_tokens')
          .values(toExchangedTokenRow(token, secretSha256))
          .execute();
        const details = describeExchange(token, place.replaced);
        await record(transaction, { ...act, tokenId: token.id, details });
        return place.outcome;
      }),

    insertAttenuatedToken: (token, secretSha256, act) =>
      transact(async (transaction) => {
        await transaction
          .insertInto('exchanged_tokens')
          .values(toExchangedTokenRow(token, secretSha256))
          .execute();
        await record(transaction, { ...act, tokenId: token.id, details: describeExchange(token) });
      }),

    async findExchangedToken(secretSha256, nowMs) {
      const [row] = await find(reader, { secret: secretSha256 });
      if (row === undefined) return undefined;
      const token = toExchangedToken(row);
      const { ancestors, ruleId } = token;
      const hasRule = ruleId === undefined || (await findRule(reader, { id: ruleId })).length > 0;
      const isWhole = hasRule && (ancestors.length === 0 || (await isEveryValid(ancestors, nowMs)));
      return { ...token, hasEndedOrigin: !isWhole };
    },

    async pruneExchanges(expiredBeforeMs, nowMs) {
      await transact(async (transaction) => {
        await transaction
          .deleteFrom('exchanged_tokens')
          .where('expires_at_ms', '<', expiredBeforeMs)
          .execute();
        await transaction.deleteFrom('used_assertions').where('keep_until_ms', '<', nowMs).execute();
      });
    },

    async findIssuerKeys(issuer) {
      const row = await reader
        .selectFrom('issuer_keys')
        .selectAll()
        .where('issuer', '=', issuer)
        .executeTakeFirst();
      return row && { issuer: row.issuer, keySet: row.key_set, fetchedAtMs: row.fetched_at_ms };
    },

    async saveIssuerKeys({ issuer, keySet, fetchedAtMs }) {
      const values = { key_set: keySet, fetched_at_ms: fetchedAtMs };
      await transact((transaction) =>
        transaction
          .insertInto('issuer_keys')
          .values({ issuer, ...values })
          .onConflict((conflict) =>
            conflict
              .column('issuer')
              .doUpdateSet(values)
              .where(({ eb, or }) =>
                or([
                  eb('issuer_keys.fetched_at_ms', '<', fetchedAtMs),
                  // By a clock that was ahead: no other keys would ever be newer.
                  eb('issuer_keys.fetched_at_ms', '>', fetchedAtMs + MAX_SKEW_MS),
                ]),
              ),
          )
          .execute(),
      );
    },
  };
}
