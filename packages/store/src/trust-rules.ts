// Trust rules, each one row. A change is in the log with its rule's digest, so that nobody can widen a rule unseen.
import type { TrustRule } from '@prime-registry/identity';
import { toCanonicalJson } from '@prime-registry/protocol';
import type { Selectable, Transaction } from 'kysely';
import { createAuditRecorder } from './audit-log.ts';
import type { Act } from './contracts/audit-store.ts';
import {
  MAX_TRUST_RULES,
  type NewTrustRule,
  type StoredTrustRule,
  type TrustIssuer,
  type TrustRuleStore,
} from './contracts/trust-rule-store.ts';
import type { SqlStoreDeps } from './engine.ts';
import { describeAct } from './log/act-entry.ts';
import { createLogAppender } from './log/append-entries.ts';
import { describeTrust } from './log/trust-entry.ts';
import { prepareQuery } from './sql/prepared-query.ts';
import type { Schema } from './sql/schema.ts';

export function createTrustRuleStore({
  transact,
  locks,
  reader,
  log,
}: Pick<SqlStoreDeps, 'transact' | 'locks' | 'reader' | 'log'>): TrustRuleStore {
  const record = createAuditRecorder();
  const appendToLog = createLogAppender(log);
  const listOfIssuer = prepareQuery((db, { issuer }: { issuer: string }) =>
    db
      .selectFrom('trust_rules')
      .where('issuer', '=', issuer)
      .selectAll()
      .orderBy('created_at_ms')
      .orderBy('id'),
  );
  const findIssuer = prepareQuery((db, { issuer }: { issuer: string }) =>
    db.selectFrom('trust_issuers').where('issuer', '=', issuer).selectAll(),
  );

  /** The last step of a transaction: the log is locked until it ends. */
  async function recordChange(
    transaction: Transaction<Schema>,
    change: 'add' | 'remove' | 'pin',
    changed: Pick<StoredTrustRule, 'id' | 'rule' | 'pinned'>,
    act: Act,
  ): Promise<void> {
    const { type: _, ...described } = describeTrust(change, changed);
    await record(transaction, { ...act, details: { ...described, conditions: undefined } });
    await appendToLog(transaction, [{ entry: describeAct(act, { type: 'trust', ...described }) }]);
  }

  return {
    insertTrustRule: (added, act) =>
      transact(async (transaction) => {
        // Two that insert the last one at once: the second one finds no place.
        await locks.lockPublishes(transaction);
        const { count } = await transaction
          .selectFrom('trust_rules')
          .select((eb) => eb.fn.countAll().as('count'))
          .executeTakeFirstOrThrow();
        if (Number(count) >= MAX_TRUST_RULES) return false;
        const [inserted] = await transaction
          .insertInto('trust_rules')
          .values(toRow(added))
          .onConflict((conflict) => conflict.column('name').doNothing())
          .returning('id')
          .execute();
        if (inserted === undefined) return false;
        await recordChange(transaction, 'add', { ...added, pinned: undefined }, act);
        return true;
      }),

    async listTrustRules(issuer) {
      if (issuer !== undefined) return (await listOfIssuer(reader, { issuer })).map(toStored);
      const rows = await reader
        .selectFrom('trust_rules')
        .selectAll()
        .orderBy('created_at_ms')
        .orderBy('id')
        .execute();
      return rows.map(toStored);
    },

    removeTrustRule: (name, act) =>
      transact(async (transaction) => {
        const [row] = await transaction
          .deleteFrom('trust_rules')
          .where('name', '=', name)
          .returningAll()
          .execute();
        if (row === undefined) return undefined;
        const removed = toStored(row);
        await recordChange(transaction, 'remove', removed, act);
        return removed;
      }),

    pinTrustRule: (id, pinned, act) =>
      transact(async (transaction) => {
        const [row] = await transaction
          .updateTable('trust_rules')
          .set({ pinned: toCanonicalJson(pinned) })
          .where('id', '=', id)
          .where('pinned', 'is', null)
          .returningAll()
          .execute();
        if (row !== undefined) {
          await recordChange(transaction, 'pin', toStored(row), act);
          return toStored(row);
        }
        const other = await transaction
          .selectFrom('trust_rules')
          .where('id', '=', id)
          .selectAll()
          .executeTakeFirst();
        return other && toStored(other);
      }),

    async noteTrustRuleUses(uses) {
      await transact(async (transaction) => {
        // In a fixed order: another process may update the same rules, and the two must not deadlock.
        for (const { id, usedAtMs } of uses.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
          await transaction
            .updateTable('trust_rules')
            .set({ last_used_at_ms: usedAtMs })
            .where('id', '=', id)
            .where(({ eb, or }) =>
              or([eb('last_used_at_ms', 'is', null), eb('last_used_at_ms', '<', usedAtMs)]),
            )
            .execute();
        }
      });
    },

    async setTrustIssuer({ issuer, jwksFile, caFile, allowPrivateAddresses }, act) {
      const values = {
        jwks_file: jwksFile ?? null,
        ca_file: caFile ?? null,
        allow_private: allowPrivateAddresses ? 1 : 0,
      };
      await transact(async (transaction) => {
        await transaction
          .insertInto('trust_issuers')
          .values({ issuer, ...values })
          .onConflict((conflict) => conflict.column('issuer').doUpdateSet(values))
          .execute();
        const files = { jwks_file: jwksFile, ca_file: caFile };
        await record(transaction, {
          ...act,
          details: { issuer, ...files, private_addresses: allowPrivateAddresses ? 'allowed' : undefined },
        });
      });
    },

    async findTrustIssuer(issuer) {
      const [row] = await findIssuer(reader, { issuer });
      return row && toIssuer(row);
    },

    async listTrustIssuers() {
      return (await reader.selectFrom('trust_issuers').selectAll().orderBy('issuer').execute()).map(toIssuer);
    },
  };
}

function toRow({ id, rule, createdAtMs, createdBy }: NewTrustRule) {
  return {
    ...{ id, name: rule.name, issuer: rule.issuer, rule: toCanonicalJson(rule), pinned: null },
    ...{ created_at_ms: createdAtMs, created_by: createdBy, last_used_at_ms: null },
  };
}

function toStored(row: Selectable<Schema['trust_rules']>): StoredTrustRule {
  return {
    id: row.id,
    rule: JSON.parse(row.rule) as TrustRule,
    pinned: row.pinned === null ? undefined : (JSON.parse(row.pinned) as Readonly<Record<string, string>>),
    createdAtMs: Number(row.created_at_ms),
    createdBy: row.created_by,
    lastUsedAtMs: row.last_used_at_ms === null ? undefined : Number(row.last_used_at_ms),
  };
}

function toIssuer(row: Selectable<Schema['trust_issuers']>): TrustIssuer {
  return {
    issuer: row.issuer,
    jwksFile: row.jwks_file ?? undefined,
    caFile: row.ca_file ?? undefined,
    allowPrivateAddresses: row.allow_private === 1,
  };
}
