// References from versions to blobs, removed and lost versions, in plain SQL.
import type { Selectable } from 'kysely';
import type {
  LostVersionStore,
  PublishedDigest,
  VersionDigest,
} from '../contracts/log/lost-version-store.ts';
import type { BlobReferences, CountedBlob, VersionLabel } from '../contracts/maintenance-store.ts';
import type { TombstoneStore } from '../contracts/tombstone-store.ts';
import type { Schema } from '../sql/schema.ts';
import { toTombstone } from '../sql/tombstone-row.ts';
import { EXAMINED_IDS } from '../versions/examined-ids.ts';
import type { LedgerConnection } from './connection.ts';

export function createLedgerReferences({
  select,
  record,
  transact,
}: LedgerConnection): BlobReferences & Pick<TombstoneStore, 'listTombstones'> {
  return {
    async listReferencedBlobs(from, below) {
      return select<CountedBlob>(
        `select sha256, size_bytes as sizeBytes, count(*) as versions from versions
        where sha256 >= :from and sha256 < :below group by sha256, size_bytes order by sha256`,
        { from, below },
      ).map((row) => ({ ...row }));
    },

    async listVersionsOfBlob(sha256) {
      return select<VersionLabel>(
        `select name, version from versions join primes on primes.id = prime_id
        where sha256 = :sha256 order by versions.id`,
        { sha256 },
      ).map((row) => ({ ...row }));
    },

    whileUnreferenced: (digests, work) =>
      transact(async () => {
        const rows = select<{ sha256: string }>(
          'select distinct sha256 from versions where sha256 in (select value from json_each(:digests))',
          { digests: JSON.stringify(digests) },
        );
        const referenced = new Set(rows.map(({ sha256 }) => sha256));
        const entries = await work(digests.filter((sha256) => !referenced.has(sha256)));
        for (const entry of entries) record(entry);
      }),

    async listTombstones({ name, identity }, limit) {
      return select<Selectable<Schema['removed_versions']>>(
        `select * from removed_versions where name > :name or (name = :name and identity > :identity)
        order by name, identity limit :limit`,
        { name, identity, limit },
      ).map(toTombstone);
    },
  };
}

export function createLedgerLostVersions({
  select,
  record,
  transact,
}: LedgerConnection): Omit<LostVersionStore, 'findLostDigests'> {
  const isHere = ({ name, identity, sha256 }: VersionDigest): boolean =>
    select(
      `select 1 from versions join primes on primes.id = prime_id
      where name = :name and identity = :identity and sha256 = :sha256
      union all select 1 from removed_versions where name = :name and identity = :identity`,
      { name, identity, sha256 },
    ).length > 0;
  return {
    async listLastPublished(limit) {
      return select<PublishedDigest>(
        `select name, identity, sha256, published_at_ms as publishedAtMs
        from versions join primes on primes.id = prime_id
        where origin is null and versions.id > (select max(id) from versions) - :examined
        order by versions.id desc limit :limit`,
        { examined: EXAMINED_IDS, limit },
      ).map((row) => ({ ...row }));
    },

    async listMissingVersions(versions) {
      return versions.filter((version) => !isHere(version)).map(toDigest);
    },

    async listLostVersions() {
      return select<VersionDigest>(
        'select name, identity, sha256 from lost_versions order by name, identity, sha256',
      ).map(toDigest);
    },

    recordLostVersions: (lost, toEntry) =>
      transact(() => {
        const added = lost.filter(
          (version) =>
            select(
              `insert into lost_versions (name, identity, sha256) values (:name, :identity, :sha256)
              on conflict do nothing returning name`,
              { ...toDigest(version) },
            ).length > 0,
        );
        if (toEntry !== undefined) for (const version of added) record(toEntry(version));
        return added;
      }),
  };
}

/** Only these fields: a row may have others. */
function toDigest({ name, identity, sha256 }: VersionDigest): VersionDigest {
  return { name, identity, sha256 };
}
