// Tokens and audit log in plain SQL. The store has the same statements for both engines, and the same tests run
// against both.
import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import type { Selectable } from 'kysely';
import type { AuditEntry, AuditFilter, AuditStore } from '../contracts/audit-store.ts';
import type { TokenStore } from '../contracts/token-store.ts';
import { toAuditEntry, toAuditRow } from '../sql/audit-row.ts';
import type { Schema } from '../sql/schema.ts';
import { describeReplacement, describeToken, toToken, toTokenRow } from '../sql/token-row.ts';
import { translateSqliteError } from '../sqlite/translate-sqlite-error.ts';
import { waitForLock } from '../sqlite/wait-for-lock.ts';

/** What the commands `token` and `audit` need of a store. */
export type Ledger = Pick<TokenStore, 'insertToken' | 'listTokens' | 'revokeToken' | 'replaceToken'> &
  Pick<AuditStore, 'listAuditEntries'> & {
    close(): Promise<void>;
  };

export function createSqliteLedger(database: DatabaseSync): Ledger {
  const record = (entry: AuditEntry): void => insert(database, 'audit_log', toAuditRow(entry));
  return {
    insertToken: (token, secretSha256, act) =>
      transact(database, () => {
        insert(database, 'tokens', toTokenRow(token, secretSha256));
        record({ ...act, tokenId: token.id, details: describeToken(token) });
      }),

    async listTokens() {
      const rows = select(database, 'select * from tokens order by created_at_ms, id', {});
      return rows.map((row) => toToken(row as Selectable<Schema['tokens']>));
    },

    async revokeToken(id, revokedAtMs, act) {
      await transact(database, () => {
        const [revoked] = select(
          database,
          'update tokens set revoked_at_ms = :at where id = :id and revoked_at_ms is null returning name',
          { at: revokedAtMs, id },
        );
        if (revoked !== undefined) record({ ...act, tokenId: id, details: { name: String(revoked.name) } });
      });
      const [row] = select(database, 'select * from tokens where id = :id', { id });
      return row && toToken(row as Selectable<Schema['tokens']>);
    },

    replaceToken: (id, endsAtMs, token, secretSha256, act) =>
      transact(database, () => {
        const [ended] = select(
          database,
          'update tokens set expires_at_ms = :at where id = :id and revoked_at_ms is null returning id',
          { at: endsAtMs, id },
        );
        if (ended === undefined) return false;
        insert(database, 'tokens', toTokenRow(token, secretSha256));
        record({ ...act, tokenId: token.id, details: describeReplacement(token, id, endsAtMs) });
        return true;
      }),

    async listAuditEntries(filter, afterId, limit) {
      const { where, values } = toConditions(filter);
      const rows = select(
        database,
        `select * from audit_log where id > :after_id ${where} order by id limit :limit`,
        { ...values, after_id: afterId, limit },
      );
      return rows.map((row) => toAuditEntry(row as Selectable<Schema['audit_log']>));
    },

    async close() {
      if (database.isOpen) database.close();
    },
  };
}

type Values = Record<string, SQLInputValue>;

/** @throws RegistryError `storage_unavailable` if the transaction cannot begin for five seconds */
async function transact<T>(database: DatabaseSync, work: () => T): Promise<T> {
  // Set here and not at the start: opening waits, transactions retry.
  translateSqliteError(() => database.exec('pragma busy_timeout = 0'));
  await waitForLock(() => translateSqliteError(() => database.exec('begin immediate')));
  return translateSqliteError(() => {
    try {
      const result = work();
      database.exec('commit');
      return result;
    } catch (error) {
      // The engine has rolled back by itself after some errors, such as a full disk.
      if (database.isTransaction) database.exec('rollback');
      throw error;
    }
  });
}

function select(database: DatabaseSync, text: string, values: Values): Record<string, unknown>[] {
  return translateSqliteError(() => database.prepare(text).all(values));
}

/** @param row - its keys are columns */
function insert(database: DatabaseSync, table: 'tokens' | 'audit_log', row: object): void {
  const columns = Object.keys(row);
  const slots = columns.map((column) => `:${column}`);
  database
    .prepare(`insert into ${table} (${columns.join(', ')}) values (${slots.join(', ')})`)
    .run(row as Values);
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
