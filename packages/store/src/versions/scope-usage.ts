// The usage of each scope, counted in the transaction that inserts a version, so that it is never stale. Mirrored versions do
// not count.
import type { ScopeUsage } from '../contracts/version-store.ts';
import { prepareQuery } from '../sql/prepared-query.ts';
import type { Database, Schema, Transaction } from '../sql/schema.ts';
import type { InsertedVersion, Refusal, VersionInsert } from './insert/version-insert.ts';
import { countStoredBytes } from './stored-bytes.ts';

const NOTHING: ScopeUsage = { versions: 0, sizeBytes: 0 };

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

export async function findScopeUsage(db: Database, scope: string): Promise<ScopeUsage> {
  const [row] = await find(db, { scope });
  return toUsage(row);
}

/** The inserts that exceed their quota, checked in order, before any of them is added. */
export async function findOverQuota(
  transaction: Transaction,
  inserted: readonly InsertedVersion[],
): Promise<Map<VersionInsert, Refusal>> {
  const published = inserted.map(({ insert }) => insert).filter(isPublishedHere);
  const bounded = published.filter(({ checkUsage }) => checkUsage !== undefined);
  const scopes = [...new Set(bounded.map(scopeOfInsert))].map((scope) => ({ scope }));
  const rows = await find.each(transaction, scopes);
  const usages = new Map(scopes.map(({ scope }, index) => [scope, toUsage(rows[index]?.[0])]));
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
}

/** Adds to what is counted of versions, or subtracts from it. */
export async function changeScopeUsage(
  transaction: Transaction,
  scope: string,
  { versions = 0, sizeBytes = 0 }: Partial<ScopeUsage>,
): Promise<void> {
  await add(transaction, { scope, versions, size_bytes: sizeBytes });
}

/** Adds new versions. */
export async function addScopeUsage(
  transaction: Transaction,
  inserted: readonly InsertedVersion[],
): Promise<void> {
  const sums = new Map<string, ScopeUsage>();
  for (const { insert } of inserted)
    if (isPublishedHere(insert))
      sums.set(scopeOfInsert(insert), addTo(sums.get(scopeOfInsert(insert)), insert));
  await add.each(
    transaction,
    [...sums].map(([scope, { versions, sizeBytes }]) => ({ scope, versions, size_bytes: sizeBytes })),
  );
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
