// Trust rules, each one row. A change is in the log with its rule's digest, so that nobody can widen a rule unseen.
import { toCanonicalJson } from '@prime-registry/protocol';
import { record } from './audit-log.ts';
import type { Act } from './contracts/audit-store.ts';
import { MAX_TRUST_RULES, type StoredTrustRule, type TrustRuleStore } from './contracts/trust-rule-store.ts';
import type { SqlStoreDeps } from './engine.ts';
import { describeAct } from './log/act-entry.ts';
import { createLogAppender } from './log/append-entries.ts';
import { describeTrust } from './log/trust-entry.ts';
import { noteUses } from './sql/note-uses.ts';
import { prepareQuery } from './sql/prepared-query.ts';
import type { Transaction } from './sql/schema.ts';
import { toTrustRule, toTrustRuleRow } from './sql/trust-rule-row.ts';
import { createTrustIssuers } from './trust-issuers.ts';

export function createTrustRuleStore(deps: SqlStoreDeps): TrustRuleStore {
  const { transact, locks, reader, log } = deps;
  const appendToLog = createLogAppender(log);
  const listOfIssuer = prepareQuery((db, { issuer }: { issuer: string }) =>
    db
      .selectFrom('trust_rules')
      .where('issuer', '=', issuer)
      .selectAll()
      .orderBy('created_at_ms')
      .orderBy('id'),
  );

  /** The last step of a transaction: the log is locked until it ends. */
  async function recordChange(
    transaction: Transaction,
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
          .values(toTrustRuleRow(added))
          .onConflict((conflict) => conflict.column('name').doNothing())
          .returning('id')
          .execute();
        if (inserted === undefined) return false;
        await recordChange(transaction, 'add', { ...added, pinned: undefined }, act);
        return true;
      }),

    async listTrustRules(issuer) {
      if (issuer !== undefined) return (await listOfIssuer(reader, { issuer })).map(toTrustRule);
      const rows = await reader
        .selectFrom('trust_rules')
        .selectAll()
        .orderBy('created_at_ms')
        .orderBy('id')
        .execute();
      return rows.map(toTrustRule);
    },

    removeTrustRule: (name, act) =>
      transact(async (transaction) => {
        const [row] = await transaction
          .deleteFrom('trust_rules')
          .where('name', '=', name)
          .returningAll()
          .execute();
        if (row === undefined) return undefined;
        const removed = toTrustRule(row);
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
          await recordChange(transaction, 'pin', toTrustRule(row), act);
          return toTrustRule(row);
        }
        const other = await transaction
          .selectFrom('trust_rules')
          .where('id', '=', id)
          .selectAll()
          .executeTakeFirst();
        return other && toTrustRule(other);
      }),

    noteTrustRuleUses: (uses) => noteUses(transact, 'trust_rules', uses),

    ...createTrustIssuers(deps),
  };
}
