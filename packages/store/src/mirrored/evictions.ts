// The mirrored versions as a whole: their totals, and the order of eviction.
import { type SqlBool, sql } from 'kysely';
import type { EvictionStore, MirrorUsage } from '../contracts/mirror/eviction-store.ts';
import type { SqlStoreDeps } from '../engine.ts';
import { toEvictable } from '../sql/evictable-row.ts';
import { prepareQuery } from '../sql/prepared-query.ts';
import { createVersionEvicter } from './evict-versions.ts';
import { EVICTABLE_COLUMNS } from './evictable-columns.ts';
import { joinSummaries } from './join-summaries.ts';
import { createListRemover } from './remove-lists.ts';

export function createEvictionStore(deps: SqlStoreDeps): EvictionStore {
  const { transact, reader } = deps;
  const listLeastRead = createLeastReadQuery();
  const listOldLists = createOldListsQuery();
  const removeLists = createListRemover();
  return {
    listMirrorUsage: () => listUsage(deps),

    async summarizeMirrors() {
      const [usages, versions, lists] = await Promise.all([
        listUsage(deps),
        summarizeVersions(deps),
        summarizeLists(deps),
      ]);
      return joinSummaries(usages, versions, lists);
    },

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

async function listUsage({ reader }: SqlStoreDeps): Promise<MirrorUsage[]> {
  const rows = await reader
    .selectFrom('mirror_usage')
    .groupBy('origin')
    .select(({ fn }) => ['origin', fn.sum('versions').as('versions'), fn.sum('size_bytes').as('size_bytes')])
    .orderBy('origin')
    .execute();
  // Kysely types a sum as number, string or bigint.
  return rows.map(({ origin, versions, size_bytes }) => ({
    ...{ origin, versions: Number(versions), sizeBytes: Number(size_bytes) },
  }));
}

function createOldListsQuery() {
  return prepareQuery((db, { checkedBeforeMs, limit }: { checkedBeforeMs: number; limit: number }) =>
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
}

/**
 * A subquery follows the index before the join: a planner without statistics might begin with the versions.
 */
function createLeastReadQuery() {
  return prepareQuery((db, { lastReadDay, id, limit }: { lastReadDay: number; id: number; limit: number }) =>
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
}

function summarizeVersions({ reader }: SqlStoreDeps) {
  return reader
    .selectFrom('versions')
    .innerJoin('mirrored_versions', 'mirrored_versions.version_id', 'versions.id')
    .where('origin', 'is not', null)
    .groupBy('origin')
    .select(({ fn }) => [
      fn.coalesce('origin', sql<string>`''`).as('origin'),
      fn.countAll().as('versions'),
      fn.count('prime_id').distinct().as('primes'),
      fn.min('pulled_at_ms').as('first'),
      fn.max('pulled_at_ms').as('last'),
    ])
    .execute();
}

function summarizeLists({ reader }: SqlStoreDeps) {
  return reader
    .selectFrom('mirrored_lists')
    .groupBy('origin')
    .select(({ fn }) => [
      'origin',
      fn.countAll().as('lists'),
      fn.min('checked_at_ms').as('first'),
      fn.max('checked_at_ms').as('last'),
    ])
    .execute();
}
