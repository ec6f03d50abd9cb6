// Evicts mirrored versions from the store. Only mirrored versions may ever be removed, so every statement
// that removes versions checks their origin itself.
import { scopeOf } from '@prime-registry/protocol';
import { sql, type Transaction } from 'kysely';
import { unpackContents } from '../atoms/content-list.ts';
import { createContentRemover } from '../atoms/remove-contents.ts';
import { createAuditRecorder } from '../audit-log.ts';
import type { AuditEntry } from '../contracts/audit-store.ts';
import type { EvictableVersion, EvictedVersions, EvictionStore } from '../contracts/eviction-store.ts';
import type { SqlStoreDeps } from '../engine.ts';
import { prepareForMany } from '../sql/batches.ts';
import { prepareQuery } from '../sql/prepared-query.ts';
import type { Schema } from '../sql/schema.ts';
import { createLatestRefresher } from '../versions/latest-version.ts';
import { INVENTORY_BYTES, VERSION_BYTES } from '../versions/stored-bytes.ts';
import { createUsageChanger, type UsageChange } from './mirror-usage.ts';
import { createListRemover } from './remove-lists.ts';

/** Removes versions inside a transaction that holds the locks of their scopes. */
export type RemoveVersions = (
  transaction: Transaction<Schema>,
  versions: readonly EvictableVersion[],
  toEntry: (version: EvictableVersion) => AuditEntry,
) => Promise<EvictedVersions>;

/** A version that was removed, and what belongs to its Prime. */
interface RemovedVersion {
  readonly primeId: number;
  readonly origin: string;
  readonly scope: string;
  readonly sizeBytes: number;
  /** Ids of its contents, which other versions may share. */
  readonly contents: Iterable<number>;
}

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
  const removeLists = createListRemover();
  const changeUsage = createUsageChanger();

  /** Removes one version. @returns what belongs to its Prime; undefined if it must stay */
  async function remove(
    transaction: Transaction<Schema>,
    { id, lastReadDay }: EvictableVersion,
  ): Promise<RemovedVersion | undefined> {
    const [released] = await queries.release(transaction, { id, lastReadDay });
    if (released === undefined) return undefined;
    await queries.deleteDownloads(transaction, { id });
    const [inventory] = await queries.deleteInventory(transaction, { id });
    const [gone] = await queries.deleteVersion(transaction, { id });
    if (gone === undefined) throw new Error(`version ${id} must not be evicted: it was published here`);
    const listed = inventory === undefined ? [] : unpackContents(inventory.contents);
    return {
      primeId: gone.prime_id,
      origin: gone.origin ?? '',
      scope: gone.scope,
      sizeBytes: gone.bytes + (inventory?.bytes ?? 0),
      contents: listed.map((content) => content.id),
    };
  }

  return async (transaction, versions, toEntry) => {
    const removed: EvictableVersion[] = [];
    const primes = new Map<number, RemovedVersion & { readonly contents: Set<number> }>();
    const changes: UsageChange[] = [];
    for (const version of versions) {
      const gone = await remove(transaction, version);
      if (gone === undefined) continue;
      await record(transaction, toEntry(version));
      removed.push(version);
      const { primeId, origin, scope, sizeBytes } = gone;
      changes.push({ origin, scope, versions: -1, sizeBytes: -sizeBytes });
      const known = primes.get(primeId)?.contents ?? [];
      primes.set(primeId, { ...gone, contents: new Set([...known, ...gone.contents]) });
    }
    await refreshLatest(transaction, primes.keys());
    // Only now: refreshLatest needs the contents of the old latest versions. No other transaction uses
    // these rows.
    for (const [primeId, { origin, scope, contents }] of primes) {
      const sizeBytes = await removeContents(transaction, primeId, contents);
      changes.push({ origin, scope, versions: 0, sizeBytes: -sizeBytes });
    }
    await changeUsage(transaction, changes);
    const empty = await queries.findEmptyPrimes(transaction, [...primes.keys()]);
    for (const { id } of empty) {
      await queries.deleteTotal(transaction, { id });
      await queries.deletePrime(transaction, { id });
    }
    const freed = await removeLists(
      transaction,
      empty.map(({ name }) => name),
    );
    return { removed, freedBytes: changes.reduce((sum, { sizeBytes }) => sum - sizeBytes, freed) };
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
      db
        .deleteFrom('inventories')
        .where('version_id', '=', id)
        .returning(['contents', INVENTORY_BYTES.as('bytes')]),
    ),
    deleteVersion: prepareQuery((db, { id }: { id: number }) =>
      db
        .deleteFrom('versions')
        .where('id', '=', id)
        .where('origin', 'is not', null)
        .returning(['prime_id', 'scope', 'origin', VERSION_BYTES.as('bytes')]),
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
  };
}
