// Lost versions: the list of them, and which of the last versions are missing.
import { record } from '../audit-log.ts';
import type { LostVersionStore, VersionDigest } from '../contracts/log/lost-version-store.ts';
import type { SqlStoreDeps } from '../engine.ts';
import { tombstoneOf, versionOf } from '../sql/named-versions.ts';
import { prepareQuery } from '../sql/prepared-query.ts';
import type { Database } from '../sql/schema.ts';
import { EXAMINED_IDS } from './examined-ids.ts';

export function createLostVersionStore({ transact, reader }: SqlStoreDeps): LostVersionStore {
  const insert = prepareQuery((db, row: VersionDigest) =>
    db
      .insertInto('lost_versions')
      .values(row)
      .onConflict((conflict) => conflict.columns(['name', 'identity', 'sha256']).doNothing())
      .returning('name'),
  );

  async function findMissing(db: Database, versions: readonly VersionDigest[]) {
    const rows = await findPresent.each(db, versions);
    return versions.filter((_, index) => rows[index]?.length === 0);
  }

  return {
    async listLastPublished(limit) {
      const rows = await reader
        .selectFrom('versions')
        .innerJoin('primes', 'primes.id', 'versions.prime_id')
        .where('versions.origin', 'is', null)
        .where('versions.id', '>', (query) =>
          query.selectFrom('versions').select(({ fn, eb }) => eb(fn.max('id'), '-', EXAMINED_IDS).as('id')),
        )
        .orderBy('versions.id', 'desc')
        .limit(limit)
        .select(['primes.name', 'identity', 'sha256', 'published_at_ms'])
        .execute();
      return rows.map((row) => ({ ...toDigest(row), publishedAtMs: row.published_at_ms }));
    },

    async listMissingVersions(versions) {
      const missing = await findMissing(reader, versions.map(toDigest));
      // Certain only in a transaction: during a failover, a read may reach a standby that lags behind.
      return missing.length === 0 ? [] : transact((transaction) => findMissing(transaction, missing));
    },

    async listLostVersions() {
      const rows = await reader
        .selectFrom('lost_versions')
        .selectAll()
        .orderBy('name')
        .orderBy('identity')
        .orderBy('sha256')
        .execute();
      return rows.map(toDigest);
    },

    async findLostDigests(name, { identity }) {
      return (await findDigests(reader, { name, identity })).map(({ sha256 }) => sha256);
    },

    recordLostVersions: (lost, toEntry) =>
      transact(async (transaction) => {
        const rows = await insert.each(transaction, lost.map(toDigest));
        const added = lost.filter((_, index) => rows[index]?.length === 1);
        if (toEntry !== undefined) await record(transaction, ...added.map(toEntry));
        return added;
      }),
  };
}

/** Only these fields: a row may have others. */
function toDigest({ name, identity, sha256 }: VersionDigest): VersionDigest {
  return { name, identity, sha256 };
}

/** Finds a version with these bytes, or its tombstone. */
const findPresent = prepareQuery((db, { name, identity, sha256 }: VersionDigest) =>
  versionOf(db, { name, identity })
    .where('sha256', '=', sha256)
    .select('identity')
    .unionAll(tombstoneOf(db, { name, identity }).select('identity')),
);

const findDigests = prepareQuery((db, { name, identity }: Pick<VersionDigest, 'name' | 'identity'>) =>
  db
    .selectFrom('lost_versions')
    .where('name', '=', name)
    .where('identity', '=', identity)
    .select('sha256')
    .orderBy('sha256'),
);
