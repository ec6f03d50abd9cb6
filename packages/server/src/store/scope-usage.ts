// How much each scope holds. Counted in the transaction that inserts a version, so that it is never behind.
import type { Kysely, Transaction } from 'kysely';
import { prepareQuery } from './prepared-query.ts';
import type { NewVersion, ScopeUsage } from './registry-store.ts';
import type { Schema } from './schema.ts';

/** The queries on what scopes hold. */
export interface ScopeUsageQueries {
  find(db: Kysely<Schema>, scope: string): Promise<ScopeUsage>;
  /** Adds a version that is new. */
  add(transaction: Transaction<Schema>, version: NewVersion): Promise<void>;
}

export function createScopeUsageQueries(): ScopeUsageQueries {
  const find = prepareQuery((db, { scope }: { scope: string }) =>
    db.selectFrom('scope_usage').where('scope', '=', scope).select(['versions', 'size_bytes']),
  );
  const add = prepareQuery((db, row: { scope: string; size_bytes: number }) =>
    db
      .insertInto('scope_usage')
      .values({ ...row, versions: 1 })
      .onConflict((conflict) =>
        conflict.column('scope').doUpdateSet(({ eb, ref }) => ({
          versions: eb('scope_usage.versions', '+', 1),
          size_bytes: eb('scope_usage.size_bytes', '+', ref('excluded.size_bytes')),
        })),
      ),
  );
  return {
    async find(db, scope) {
      const [row] = await find(db, { scope });
      return { versions: row?.versions ?? 0, sizeBytes: row?.size_bytes ?? 0 };
    },
    async add(transaction, { name, sizeBytes }) {
      await add(transaction, { scope: name.scope, size_bytes: sizeBytes });
    },
  };
}
