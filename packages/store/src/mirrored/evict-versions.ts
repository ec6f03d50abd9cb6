// Evicts mirrored versions from the store. A version that was published here must never be evicted: it is neither
// released nor, if it was deleted nevertheless, is the transaction committed.
import { scopeOf } from '@prime-registry/protocol';
import { sql } from 'kysely';
import { record } from '../audit-log.ts';
import type { AuditEntry } from '../contracts/audit-store.ts';
import type { EvictableVersion, EvictedVersions, EvictionStore } from '../contracts/mirror/eviction-store.ts';
import type { SqlStoreDeps } from '../engine.ts';
import type { SearchIndex } from '../search/search-index.ts';
import { prepareForMany } from '../sql/batches.ts';
import { prepareQuery } from '../sql/prepared-query.ts';
import type { Transaction } from '../sql/schema.ts';
import { deleteVersions } from '../versions/delete-versions.ts';
import { endCopies } from './feed-cursors.ts';
import { changeMirrorUsage, type UsageChange } from './mirror-usage.ts';
import { removeLists } from './remove-lists.ts';

export function createVersionEvicter(deps: SqlStoreDeps): EvictionStore['evictVersions'] {
  const { transact, locks, searchIndex } = deps;
  return (versions, toEntry) =>
    transact(async (transaction) => {
      await locks.lockScopes(
        transaction,
        versions.map(({ name }) => scopeOf(name)),
      );
      return removeVersions(searchIndex, transaction, versions, toEntry);
    });
}

/** Removes versions inside a transaction that holds the locks of their scopes. */
export async function removeVersions(
  searchIndex: SearchIndex,
  transaction: Transaction,
  versions: readonly EvictableVersion[],
  toEntry: (version: EvictableVersion) => AuditEntry,
): Promise<EvictedVersions> {
  const removed: EvictableVersion[] = [];
  for (const version of versions) {
    const { id, lastReadDay } = version;
    const [released] = await queries.release(transaction, { id, lastReadDay });
    if (released === undefined) continue;
    await record(transaction, toEntry(version));
    removed.push(version);
  }
  const gone = await deleteVersions(
    searchIndex,
    transaction,
    removed.map(({ id }) => id),
  );
  const changes = gone.map(({ primeId, origin, scope, versions: count, sizeBytes }): UsageChange => {
    if (origin === null) throw new Error(`a version of Prime ${primeId} was published here: it must stay`);
    return { origin, scope, versions: -count, sizeBytes: -sizeBytes };
  });
  await changeMirrorUsage(transaction, changes);
  await endCopies(transaction, new Set(changes.map(({ origin }) => origin)));
  const primeIds = new Set(gone.map(({ primeId }) => primeId));
  const empty = await queries.findEmptyPrimes(transaction, [...primeIds]);
  for (const { id } of empty) {
    await queries.deleteTotal(transaction, { id });
    await queries.deletePrime(transaction, { id });
  }
  const freed = await removeLists(
    transaction,
    empty.map(({ name }) => name),
  );
  return { removed, freedBytes: changes.reduce((sum, { sizeBytes }) => sum - sizeBytes, freed) };
}

const queries = {
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
  findEmptyPrimes: prepareForMany((db, ids: readonly number[]) =>
    db
      .selectFrom('primes')
      .where('id', 'in', ids)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(selectFrom('versions').whereRef('prime_id', '=', 'primes.id').select(sql.lit(1).as('one'))),
        ),
      )
      .select(['id', 'name']),
  ),
  deleteTotal: prepareQuery((db, { id }: { id: number }) =>
    db.deleteFrom('download_totals').where('prime_id', '=', id),
  ),
  deletePrime: prepareQuery((db, { id }: { id: number }) => db.deleteFrom('primes').where('id', '=', id)),
};
