// The usage of each scope, counted in the transaction that inserts a version, so that it is never stale.
import type { ScopeUsage } from '../contracts/version-store.ts';
import { prepareQuery } from '../sql/prepared-query.ts';
import type { Database, Schema, Transaction } from '../sql/schema.ts';
import type { InsertedVersion, Refusal, VersionInsert } from './insert/version-insert.ts';
import { countStoredBytes } from './stored-bytes.ts';

/** Queries for the usage of scopes. Mirrored versions do not count. */
export interface ScopeUsageQueries {
  find(db: Database, scope: string): Promise<ScopeUsage>;
  /** The inserts that exceed their quota, checked in order, before any of them is added. */
  findRefusals(
    transaction: Transaction,
    inserted: readonly InsertedVersion[],
  ): Promise<Map<VersionInsert, Refusal>>;
  /** Adds bytes of versions that were counted before. */
  addBytes(transaction: Transaction, scope: string, sizeBytes: number): Promise<void>;
  /** Adds to the number of versions, or subtracts from it. */
  addVersions(transaction: Transaction, scope: string, versions: number): Promise<void>;
  /** Adds new versions. */
  add(transaction: Transaction, inserted: readonly InsertedVersion[]): Promise<void>;
}

const NOTHING: ScopeUsage = { versions: 0, sizeBytes: 0 };

export function createScopeUsageQueries(): ScopeUsageQueries {
  const find = prepareQuery((db, { scope }: { scope: string }) =>
    db.selectFrom('scope_usage').where('scope', '=', scope).select(['versions', 'size_bytes as sizeBytes']),
  );
  const add = prepareQuery((db, row: Schema['scope_usage']) =>
    db
      .insertInto('scope_usage')
      .values(row)
      .onConflict((conflict) =>
        conflict.column('scope').doUpdateSet(({ eb, ref }) => ({
          versions: eb('scope_usage.versions', '+', ref('excluded.versions')),
          size_bytes: eb('scope_usage.size_bytes', '+', ref('excluded.size_bytes')),
        })),
      ),
  );

  async function findAll(
    transaction: Transaction,
    scopes: readonly string[],
  ): Promise<Map<string, ScopeUsage>> {
    const rows = await find.each(
      transaction,
      scopes.map((scope) => ({ scope })),
    );
    return new Map(scopes.map((scope, index) => [scope, toUsage(rows[index]?.[0])]));
  }

  return {
    async find(db, scope) {
      const [row] = await find(db, { scope });
      return toUsage(row);
    },

    async findRefusals(transaction, inserted) {
      const published = inserted.map(({ insert }) => insert).filter(isPublishedHere);
      const bounded = published.filter(({ checkUsage }) => checkUsage !== undefined);
      const usages = await findAll(transaction, [...new Set(bounded.map(scopeOfInsert))]);
      const refusals = new Map<VersionInsert, Refusal>();
      for (const insert of published) {
        const usage = addTo(usages.get(scopeOfInsert(insert)), insert);
        try {
          insert.checkUsage?.(usage);
          usages.set(scopeOfInsert(insert), usage);
        } catch (reason) {
          refusals.set(insert, { reason });
        }
      }
      return refusals;
    },

    async addBytes(transaction, scope, sizeBytes) {
      await add(transaction, { scope, versions: 0, size_bytes: sizeBytes });
    },

    async addVersions(transaction, scope, versions) {
      await add(transaction, { scope, versions, size_bytes: 0 });
    },

    async add(transaction, inserted) {
      const sums = new Map<string, ScopeUsage>();
      for (const { insert } of inserted)
        if (isPublishedHere(insert))
          sums.set(scopeOfInsert(insert), addTo(sums.get(scopeOfInsert(insert)), insert));
      await add.each(
        transaction,
        [...sums].map(([scope, { versions, sizeBytes }]) => ({ scope, versions, size_bytes: sizeBytes })),
      );
    },
  };
}

function toUsage({ versions, sizeBytes }: ScopeUsage = NOTHING): ScopeUsage {
  return { versions, sizeBytes };
}

function isPublishedHere({ version }: VersionInsert): boolean {
  return version.origin === undefined;
}

function scopeOfInsert({ version }: VersionInsert): string {
  return version.name.scope;
}

function addTo({ versions, sizeBytes }: ScopeUsage = NOTHING, insert: VersionInsert): ScopeUsage {
  return { versions: versions + 1, sizeBytes: sizeBytes + countStoredBytes(insert) };
}
