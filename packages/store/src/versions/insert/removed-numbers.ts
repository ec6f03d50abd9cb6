// Numbers of removed versions are never free again. A removal also deletes atoms that only its version had: an
// inventory that was prepared before may refer to them.
import { RegistryError } from '@prime-registry/protocol';
import { tombstoneOf, type VersionKey } from '../../sql/named-versions.ts';
import { prepareQuery } from '../../sql/prepared-query.ts';
import type { Database, Transaction } from '../../sql/schema.ts';
import { changeScopeUsage } from '../scope-usage.ts';
import type { NameStanding } from './name-owners.ts';
import type { Refusal, VersionInsert } from './version-insert.ts';

/** The inventory must be prepared again: a version of the Prime was removed in the meantime. */
class StaleInventory extends Error {}

const countRows = prepareQuery((db, { name }: { name: string }) =>
  db
    .selectFrom('removed_versions')
    .where('name', '=', name)
    .select(({ fn }) => fn.countAll().as('removals')),
);

/** Counts the removed versions of a Prime. */
async function countRemovals(db: Database, name: string): Promise<number> {
  const [row] = await countRows(db, { name });
  return Number(row?.removals ?? 0);
}

/** How many versions of a Prime were removed before a work, and whether that is still so. */
export interface RemovalsBefore {
  readonly count: number;
  /** @throws StaleInventory */
  requireSame(transaction: Transaction): Promise<void>;
}

/** Repeats a work with an inventory, if that becomes stale. */
export async function whileFresh<T>(
  reader: Database,
  name: string,
  work: (before: RemovalsBefore) => Promise<T>,
): Promise<T> {
  // Nearly no Prime has removed versions: they are only counted if the first attempt finds some.
  for (let count = 0; ; count = await countRemovals(reader, name)) {
    const expected = count;
    const requireSame = async (transaction: Transaction): Promise<void> => {
      if ((await countRemovals(transaction, name)) !== expected) throw new StaleInventory();
    };
    try {
      return await work({ count, requireSame });
    } catch (error) {
      if (!(error instanceof StaleInventory)) throw error;
    }
  }
}

const find = prepareQuery((db, version: VersionKey) => tombstoneOf(db, version).select('sha256'));

/** Finds the inserts of removed versions, and those with a stale inventory. */
export async function findRemoved(
  transaction: Transaction,
  inserts: readonly VersionInsert[],
  standings: ReadonlyMap<string, NameStanding | undefined>,
): Promise<Map<VersionInsert, Refusal>> {
  const removalsOf = ({ version: { name } }: VersionInsert) =>
    Number(standings.get(name.full)?.removals ?? 0);
  const asked = inserts.filter((insert) => removalsOf(insert) > 0);
  const found = await find.each(
    transaction,
    asked.map(({ version: { name, version } }) => ({ name: name.full, identity: version.identity })),
  );
  const refused = new Map<VersionInsert, Refusal>();
  for (const [index, insert] of asked.entries()) {
    const tombstone = found[index]?.[0];
    if (tombstone !== undefined && !isRestored(insert, tombstone))
      refused.set(insert, { reason: numberOfRemoved(insert) });
    else if (insert.inventory !== undefined && removalsOf(insert) !== insert.removals)
      refused.set(insert, { reason: new StaleInventory() });
  }
  return refused;
}

function isRestored({ version }: VersionInsert, { sha256 }: { readonly sha256: string }): boolean {
  return version.restores !== undefined && version.sha256 === sha256;
}

const remove = prepareQuery((db, { name, identity }: VersionKey) =>
  db
    .deleteFrom('removed_versions')
    .where('name', '=', name)
    .where('identity', '=', identity)
    .returning('origin'),
);

/** Takes away the tombstones of versions that are inserted again. */
export async function removeTombstones(
  transaction: Transaction,
  inserts: readonly VersionInsert[],
): Promise<void> {
  for (const { version: restored } of inserts) {
    if (restored.restores === undefined) continue;
    const { name, version } = restored;
    const [gone] = await remove(transaction, { name: name.full, identity: version.identity });
    // The scope went on counting it, and counts it again as a version.
    if (gone?.origin === null) await changeScopeUsage(transaction, name.scope, { versions: -1 });
  }
}

function numberOfRemoved({ version: { name, version } }: VersionInsert): RegistryError {
  return new RegistryError('version_exists', {
    detail: `${name.full} ${version.full} was published and removed, and its number is never free again; publish a higher version.`,
  });
}
