// Evicts mirrored versions from the store. Only mirrored versions may ever be removed, so every statement
// that removes versions checks their origin itself.
import { scopeOf } from '@prime-registry/protocol';
import { sql, type Transaction } from 'kysely';
import { unpackContents } from '../atoms/content-list.ts';
import { createContentRemover } from '../atoms/remove-contents.ts';
import { createAuditRecorder } from '../audit-log.ts';
import type { AuditEntry } from '../contracts/audit-store.ts';
import type { EvictableVersion, EvictionStore } from '../contracts/eviction-store.ts';
import type { SqlStoreDeps } from '../engine.ts';
import { prepareForMany } from '../sql/batches.ts';
import { prepareQuery } from '../sql/prepared-query.ts';
import type { Schema } from '../sql/schema.ts';
import { createLatestRefresher } from '../versions/latest-version.ts';

/** Removes versions inside a transaction that holds the locks of their scopes. @returns the removed ones */
export type RemoveVersions = (
  transaction: Transaction<Schema>,
  versions: readonly EvictableVersion[],
  toEntry: (version: EvictableVersion) => AuditEntry,
) => Promise<EvictableVersion[]>;

export function createVersionEvicter(deps: SqlStoreDeps): EvictionStore['evictVersions'] {
  const { transact, locks } = deps;
  const remove = createVersionRemover(deps);
  return (versions, toEntry) =>
    transact(async (transaction) => {
      await locks.lockScopes(
        transaction,
        versions.map(({ name }) => scopeOf(name)),
      );
      return remove(transaction, versions, toEntry);
    });
}

export function createVersionRemover({ searchIndex }: Pick<SqlStoreDeps, 'searchIndex'>): RemoveVersions {
  const queries = createEvictionQueries();
  const record = createAuditRecorder();
  const refreshLatest = createLatestRefresher(searchIndex);
  const removeContents = createContentRemover();

  /** Removes one version. @returns the ids of its Prime and of its contents; undefined if it must stay */
  async function remove(
    transaction: Transaction<Schema>,
    { id, lastReadDay }: EvictableVersion,
  ): Promise<{ readonly primeId: number; readonly contents: readonly number[] } | undefined> {
    const [released] = await queries.release(transaction, { id, lastReadDay });
    if (released === undefined) return undefined;
    await queries.deleteDownloads(transaction, { id });
    const [inventory] = await queries.deleteInventory(transaction, { id });
    const [gone] = await queries.deleteVersion(transaction, { id });
    if (gone === undefined) throw new Error(`version ${id} must not be evicted: it was published here`);
    const usage = { origin: gone.origin ?? '', scope: gone.scope };
    await queries.subtractUsage(transaction, { ...usage, sizeBytes: gone.size_bytes });
    await queries.deleteEmptyUsage(transaction, usage);
    const listed = inventory === undefined ? [] : unpackContents(inventory.contents);
    return { primeId: gone.prime_id, contents: listed.map((content) => content.id) };
  }

  return async (transaction, versions, toEntry) => {
    const removed: EvictableVersion[] = [];
    const contentsOf = new Map<number, Set<number>>();
    for (const version of versions) {
      const gone = await remove(transaction, version);
      if (gone === undefined) continue;
      await record(transaction, toEntry(version));
      removed.push(version);
      contentsOf.set(gone.primeId, new Set([...(contentsOf.get(gone.primeId) ?? []), ...gone.contents]));
    }
    await refreshLatest(transaction, contentsOf.keys());
    // Only now: refreshLatest needs the contents of the old latest versions. No other transaction uses
    // these rows.
    for (const [primeId, contents] of contentsOf) await removeContents(transaction, primeId, contents);
    const empty = await queries.findEmptyPrimes(transaction, [...contentsOf.keys()]);
    for (const { id, name } of empty) {
      await queries.deleteTotal(transaction, { id });
      await queries.deletePrime(transaction, { id });
      await queries.deleteList(transaction, { name });
    }
    return removed;
  };
}

function createEvictionQueries() {
  return {
    release: prepareQuery((db, { id, lastReadDay }: { id: number; lastReadDay: number }) =>
      db
        .deleteFrom('mirrored_versions')
        .where('version_id', '=', id)
        .where('last_read_day', '<=', lastReadDay)
        .where('version_id', 'in', (query) =>
          query.selectFrom('versions').where('id', '=', id).where('origin', 'is not', null).select('id'),
        )
        .returning('version_id'),
    ),
    deleteDownloads: prepareQuery((db, { id }: { id: number }) =>
      db.deleteFrom('downloads').where('version_id', '=', id),
    ),
    deleteInventory: prepareQuery((db, { id }: { id: number }) =>
      db.deleteFrom('inventories').where('version_id', '=', id).returning('contents'),
    ),
    deleteVersion: prepareQuery((db, { id }: { id: number }) =>
      db
        .deleteFrom('versions')
        .where('id', '=', id)
        .where('origin', 'is not', null)
        .returning(['prime_id', 'scope', 'origin', 'size_bytes']),
    ),
    subtractUsage: prepareQuery(
      (db, { origin, scope, sizeBytes }: { origin: string; scope: string; sizeBytes: number }) =>
        db
          .updateTable('mirror_usage')
          .set(({ eb }) => ({
            versions: eb('versions', '-', 1),
            size_bytes: eb('size_bytes', '-', sizeBytes),
          }))
          .where('origin', '=', origin)
          .where('scope', '=', scope),
    ),
    deleteEmptyUsage: prepareQuery((db, { origin, scope }: { origin: string; scope: string }) =>
      db
        .deleteFrom('mirror_usage')
        .where('origin', '=', origin)
        .where('scope', '=', scope)
        .where('versions', '<=', 0),
    ),
    findEmptyPrimes: prepareForMany((db, ids: readonly number[]) =>
      db
        .selectFrom('primes')
        .where('id', 'in', ids)
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('versions').whereRef('prime_id', '=', 'primes.id').select(sql.lit(1).as('one')),
            ),
          ),
        )
        .select(['id', 'name']),
    ),
    deleteTotal: prepareQuery((db, { id }: { id: number }) =>
      db.deleteFrom('download_totals').where('prime_id', '=', id),
    ),
    deletePrime: prepareQuery((db, { id }: { id: number }) => db.deleteFrom('primes').where('id', '=', id)),
    deleteList: prepareQuery((db, { name }: { name: string }) =>
      db.deleteFrom('mirrored_lists').where('name', '=', name),
    ),
  };
}
