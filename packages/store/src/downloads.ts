// Downloads by version and day, with a total for each Prime.

import type { DownloadCount, DownloadStore } from './contracts/download-store.ts';
import type { SqlStoreDeps } from './engine.ts';
import { noteReads } from './mirrored/mirrored-versions.ts';
import { primeIdOf, versionOf } from './sql/named-versions.ts';
import { prepareQuery } from './sql/prepared-query.ts';

export function createDownloadStore({ transact, reader }: SqlStoreDeps): DownloadStore {
  return {
    async addDownloads(counts) {
      // In a fixed order: another process may update the same rows, and the two must not deadlock.
      const inOrder = counts.toSorted((a, b) => compare(keyOf(a), keyOf(b)));
      await transact(async (transaction) => {
        const reads: { versionId: number; day: number }[] = [];
        const totals = new Map<number, number>();
        for (const count of inOrder) {
          const [added] = await queries.add(transaction, count);
          if (added === undefined) continue;
          totals.set(added.prime_id, (totals.get(added.prime_id) ?? 0) + count.downloads);
          reads.push({ versionId: added.version_id, day: count.day });
        }
        // After all counts, as in a removal. Their order is that of the names.
        for (const [prime_id, downloads] of totals)
          await queries.addToTotal(transaction, { prime_id, downloads });
        await noteReads(transaction, reads);
      });
    },

    async listDownloads(name, sinceDay) {
      const rows = await queries.list(reader, { name, sinceDay });
      return rows.map((row) => ({ ...row }));
    },

    async sumDownloads(name, sinceDay) {
      const rows = await queries.sum(reader, { name, sinceDay });
      // Kysely types a sum as number, string or bigint.
      return rows.map(({ day, downloads }) => ({ day, downloads: Number(downloads) }));
    },

    async countDownloads(name) {
      const [row] = await queries.total(reader, { name });
      return row?.downloads ?? 0;
    },
  };
}

const keyOf = ({ name, day, identity }: DownloadCount): string => `${name} ${day} ${identity}`;

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

const queries = {
  add: prepareQuery((db, { name, identity, day, downloads }: DownloadCount) =>
    db
      .insertInto('downloads')
      .columns(['prime_id', 'version_id', 'day', 'downloads'])
      .expression(() =>
        versionOf(db, { name, identity }).select(({ cast, val }) => [
          'versions.prime_id',
          'versions.id',
          // PostgreSQL cannot infer the type of a selected parameter.
          cast<number>(val(day), 'integer').as('day'),
          cast<number>(val(downloads), 'bigint').as('downloads'),
        ]),
      )
      .onConflict((conflict) =>
        conflict.columns(['prime_id', 'day', 'version_id']).doUpdateSet(({ eb, ref }) => ({
          downloads: eb('downloads.downloads', '+', ref('excluded.downloads')),
        })),
      )
      .returning(['prime_id', 'version_id']),
  ),
  addToTotal: prepareQuery((db, row: { prime_id: number; downloads: number }) =>
    db
      .insertInto('download_totals')
      .values(row)
      .onConflict((conflict) =>
        conflict.column('prime_id').doUpdateSet(({ eb, ref }) => ({
          downloads: eb('download_totals.downloads', '+', ref('excluded.downloads')),
        })),
      ),
  ),
  list: prepareQuery((db, { name, sinceDay }: { name: string; sinceDay: number }) =>
    db
      .selectFrom('downloads')
      .innerJoin('versions', 'versions.id', 'downloads.version_id')
      .where('downloads.prime_id', '=', primeIdOf(db, name))
      .where('day', '>=', sinceDay)
      .select(['day', 'versions.version', 'downloads'])
      .orderBy('day')
      .orderBy('version_id'),
  ),
  sum: prepareQuery((db, { name, sinceDay }: { name: string; sinceDay: number }) =>
    db
      .selectFrom('downloads')
      .where('prime_id', '=', primeIdOf(db, name))
      .where('day', '>=', sinceDay)
      .select(({ fn }) => ['day', fn.sum('downloads').as('downloads')])
      .groupBy('day')
      .orderBy('day'),
  ),
  total: prepareQuery((db, { name }: { name: string }) =>
    db.selectFrom('download_totals').where('prime_id', '=', primeIdOf(db, name)).select('downloads'),
  ),
};
