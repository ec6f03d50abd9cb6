// What is mirrored, and the upstreams that explain their errors, in plain SQL.

import type { AuditEntry } from '../contracts/audit-store.ts';
import type { OriginProofStore } from '../contracts/log/origin-proof-store.ts';
import type { SeenVersion, SeenVersionStore } from '../contracts/log/seen-version-store.ts';
import type { PrimeBinding } from '../contracts/mirror/binding-store.ts';
import type { EvictionStore, MirrorUsage } from '../contracts/mirror/eviction-store.ts';
import type { MirrorStore } from '../contracts/mirror/mirror-store.ts';
import { joinSummaries, type ListSummary, type VersionSummary } from '../mirrored/join-summaries.ts';
import { type EvictableRow, toEvictable } from '../sql/evictable-row.ts';
import { VERSION_BYTES_SQL } from '../versions/byte-counts.ts';
import type { LedgerConnection } from './connection.ts';

type LedgerMirrors = Pick<EvictionStore, 'listMirrorUsage' | 'summarizeMirrors' | 'listLeastRead'> &
  Pick<SeenVersionStore, 'forgetSeenVersions'> &
  Pick<OriginProofStore, 'forgetUpstreamLog'> &
  Pick<MirrorStore, 'isKnownUpstream' | 'noteKnownUpstream' | 'forgetKnownUpstream'> & {
    listBindings(after: string, limit: number): Promise<PrimeBinding[]>;
  };

export function createLedgerMirrors({ select, insert, record, transact }: LedgerConnection): LedgerMirrors {
  const listUsage = (): MirrorUsage[] =>
    select<MirrorUsage>(
      `select origin, sum(versions) as versions, sum(size_bytes) as sizeBytes from mirror_usage
      group by origin order by origin`,
    ).map((row) => ({ ...row }));
  const isKnown = (url: string): boolean =>
    select('select 1 from known_upstreams where url = :url', { url }).length > 0;
  const forget = (table: string, url: string, entry: AuditEntry): Promise<boolean> =>
    transact(() => {
      const gone = select(`delete from ${table} where url = :url returning url`, { url });
      if (gone.length > 0) record(entry);
      return gone.length > 0;
    });
  return {
    listMirrorUsage: async () => listUsage(),

    async summarizeMirrors() {
      const versions = select<VersionSummary>(
        `select origin, count(*) as versions, count(distinct prime_id) as primes,
          min(pulled_at_ms) as first, max(pulled_at_ms) as last
        from versions join mirrored_versions on version_id = versions.id
        where origin is not null group by origin`,
      );
      const lists = select<ListSummary>(
        `select origin, count(*) as lists, min(checked_at_ms) as first, max(checked_at_ms) as last
        from mirrored_lists group by origin`,
      );
      return joinSummaries(listUsage(), versions, lists);
    },

    async listLeastRead({ lastReadDay, id }, limit) {
      return select<EvictableRow>(
        `select ${VERSION_BYTES_SQL} as stored_bytes, versions.id, name, versions.version, origin, sha256,
          size_bytes, atoms, oldest.last_read_day
        from (
          select version_id, last_read_day from mirrored_versions
          where (last_read_day, version_id) > (:day, :id) order by last_read_day, version_id limit :limit
        ) as oldest
        join versions on versions.id = oldest.version_id
        join primes on primes.id = versions.prime_id
        where origin is not null order by oldest.last_read_day, oldest.version_id`,
        { day: lastReadDay, id, limit },
      ).map(toEvictable);
    },

    async listBindings(after, limit) {
      return select<PrimeBinding>(
        `select name, origin, count(*) as versions from primes join versions on prime_id = primes.id
        where origin is not null and name > :after group by name, origin order by name limit :limit`,
        { after, limit },
      ).map((row) => ({ ...row }));
    },

    isKnownUpstream: async (url) => isKnown(url),

    noteKnownUpstream: (url, atMs) =>
      transact(() => {
        if (!isKnown(url)) insert('known_upstreams', { url, since_ms: atMs });
      }),

    forgetKnownUpstream: (url, entry) => forget('known_upstreams', url, entry),
    forgetUpstreamLog: (url, entry) => forget('upstream_logs', url, entry),

    forgetSeenVersions: (name, identity, toEntry) =>
      transact(() => {
        const gone = select<SeenVersion>(
          `delete from seen_versions where name = :name and (:identity is null or identity = :identity)
          and identity not in (
            select identity from versions where prime_id = (select id from primes where name = :name)
          )
          returning name, identity, sha256, origin`,
          { name, identity: identity ?? null },
        );
        const forgotten = gone
          .map((row) => ({ ...row }))
          .toSorted((a, b) => (a.identity < b.identity ? -1 : 1));
        for (const version of forgotten) record(toEntry(version));
        return forgotten;
      }),
  };
}
