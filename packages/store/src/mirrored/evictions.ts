// The mirrored versions as a whole: their totals, and the order of eviction.
import { type SqlBool, sql } from 'kysely';
import type { EvictionStore } from '../contracts/mirror/eviction-store.ts';
import type { SqlStoreDeps } from '../engine.ts';
import { toEvictable } from '../sql/evictable-row.ts';
import { prepareQuery } from '../sql/prepared-query.ts';
import { createVersionEvicter } from './evict-versions.ts';
import { EVICTABLE_COLUMNS } from './evictable-columns.ts';
import { listUsage, summarizeMirrors } from './mirror-totals.ts';
import { removeLists } from './remove-lists.ts';

export function createEvictionStore(deps: SqlStoreDeps): EvictionStore {
  const { transact, reader } = deps;
  return {
    listMirrorUsage: () => listUsage(deps),

    summarizeMirrors: () => summarizeMirrors(deps),

    async listLeastRead({ lastReadDay, id }, limit) {
      return (await listLeastRead(reader, { lastReadDay, id, limit })).map(toEvictable);
    },

    evictVersions: createVersionEvicter(deps),

    evictLists: ({ checkedBeforeMs, limit }) =>
      transact(async (transaction) => {
        const old = await listOldLists(transaction, { checkedBeforeMs, limit });
        const names = old.map(({ name }) => name);
        return { lists: names.length, freedBytes: await removeLists(transaction, names) };
      }),
  };
}

const listOldLists = prepareQuery(
  (db, { checkedBeforeMs, limit }: { checkedBeforeMs: number; limit: number }) =>
    db
      .selectFrom('mirrored_lists as old')
      .where('old.checked_at_ms', '<', checkedBeforeMs)
      .where(({ not, exists, selectFrom }) =>
        // A Prime whose versions were all removed still has a row, and its list can be evicted.
        not(
          exists(
            selectFrom('versions')
              .innerJoin('primes', 'primes.id', 'versions.prime_id')
              .whereRef('primes.name', '=', 'old.name')
              .select('versions.id'),
          ),
        ),
      )
      .orderBy('old.checked_at_ms')
      .limit(limit)
      .select('old.name'),
);

/**
 * A subquery follows the index before the join: a planner without statistics might begin with the versions.
 */
const listLeastRead = prepareQuery(
  (db, { lastReadDay, id, limit }: { lastReadDay: number; id: number; limit: number }) =>
    db
      .selectFrom((eb) =>
        eb
          .selectFrom('mirrored_versions')
          .where(sql<SqlBool>`(last_read_day, version_id) > (${lastReadDay}, ${id})`)
          .orderBy('last_read_day')
          .orderBy('version_id')
          .limit(limit)
          .select(['version_id', 'last_read_day'])
          .as('oldest'),
      )
      .innerJoin('versions', 'versions.id', 'oldest.version_id')
      .innerJoin('primes', 'primes.id', 'versions.prime_id')
      .where('versions.origin', 'is not', null)
      .orderBy('oldest.last_read_day')
      .orderBy('oldest.version_id')
      .select([...EVICTABLE_COLUMNS, 'oldest.last_read_day']),
);
