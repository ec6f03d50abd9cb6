// Tokens and audit log in plain SQL.
import type { Selectable } from 'kysely';
import type { AuditFilter, AuditStore } from '../contracts/audit-store.ts';
import type { TokenStore } from '../contracts/token-store.ts';
import { toAuditEntry } from '../sql/audit-row.ts';
import { type ExchangedTokenRow, toTokenRecord } from '../sql/exchanged-token-row.ts';
import type { Schema } from '../sql/schema.ts';
import { describeReplacement, describeToken, toToken, toTokenRow } from '../sql/token-row.ts';
import type { LedgerConnection, Values } from './connection.ts';

type TokenRow = Selectable<Schema['tokens']>;

export function createLedgerTokens({
  select,
  insert,
  record,
  transact,
}: LedgerConnection): Pick<TokenStore, 'insertToken' | 'listTokens' | 'revokeToken' | 'replaceToken'> {
  return {
    insertToken: (token, secretSha256, act) =>
      transact(() => {
        insert('tokens', toTokenRow(token, secretSha256));
        record({ ...act, tokenId: token.id, details: describeToken(token) });
      }),

    async listTokens() {
      return select<TokenRow>('select * from tokens order by created_at_ms, id').map(toToken);
    },

    async revokeToken(id, revokedAtMs, act) {
      await transact(() => {
        for (const table of ['tokens', 'exchanged_tokens']) {
          const [revoked] = select<Pick<TokenRow, 'name'>>(
            `update ${table} set revoked_at_ms = :at where id = :id and revoked_at_ms is null returning name`,
            { at: revokedAtMs, id },
          );
          if (revoked !== undefined) record({ ...act, tokenId: id, details: { name: revoked.name } });
        }
      });
      const [row] = select<TokenRow>('select * from tokens where id = :id', { id });
      if (row !== undefined) return toToken(row);
      const [other] = select<ExchangedTokenRow>('select * from exchanged_tokens where id = :id', { id });
      return other && toTokenRecord(other);
    },

    replaceToken: (id, endsAtMs, token, secretSha256, act) =>
      transact(() => {
        // Another rotation may have ended it sooner since it was read.
        const [ended] = select(
          `update tokens set expires_at_ms = :at where id = :id and revoked_at_ms is null
            and (expires_at_ms is null or expires_at_ms >= :at) returning id`,
          { at: endsAtMs, id },
        );
        if (ended === undefined) return false;
        insert('tokens', toTokenRow(token, secretSha256));
        record({ ...act, tokenId: token.id, details: describeReplacement(token, id, endsAtMs) });
        return true;
      }),
  };
}

export function createLedgerAudit({ select, record, transact }: LedgerConnection): AuditStore {
  return {
    recordAct: (entry) => transact(() => record(entry)),

    async listAuditEntries(filter, afterId, limit) {
      const { where, values } = toConditions(filter);
      return select<Selectable<Schema['audit_log']>>(
        `select * from audit_log where id > :after_id ${where} order by id limit :limit`,
        { ...values, after_id: afterId, limit },
      ).map(toAuditEntry);
    },
  };
}

/** @returns conditions that begin with `and`, and their values */
function toConditions({ sinceMs, untilMs, actions, name, tokenId }: AuditFilter): {
  where: string;
  values: Values;
} {
  const conditions: [isGiven: boolean, sql: string, values: Values][] = [
    [sinceMs !== undefined, 'at_ms >= :since', { since: sinceMs ?? null }],
    [untilMs !== undefined, 'at_ms < :until', { until: untilMs ?? null }],
    [
      actions !== undefined,
      'action in (select value from json_each(:actions))',
      { actions: JSON.stringify(actions ?? []) },
    ],
    [name !== undefined, 'prime_name = :name', { name: name ?? null }],
    [tokenId !== undefined, '(actor_id = :token or token_id = :token)', { token: tokenId ?? null }],
  ];
  const given = conditions.filter(([isGiven]) => isGiven);
  return {
    where: given.map(([, sql]) => `and ${sql}`).join(' '),
    values: Object.assign({}, ...given.map(([, , values]) => values)) as Values,
  };
}
