// The bindings of mirrored Primes to upstreams, and their change by an operator.
import { identityOfVersion, scopeOf } from '@prime-registry/protocol';
import { sql } from 'kysely';
import { record } from '../audit-log.ts';
import type { SeenVersion } from '../contracts/log/seen-version-store.ts';
import type { BindingStore, Rebinding } from '../contracts/mirror/binding-store.ts';
import type { EvictableVersion } from '../contracts/mirror/eviction-store.ts';
import type { SqlStoreDeps } from '../engine.ts';
import { toEvictable } from '../sql/evictable-row.ts';
import { prepareQuery } from '../sql/prepared-query.ts';
import { removeVersions } from './evict-versions.ts';
import { EVICTABLE_COLUMNS } from './evictable-columns.ts';
import { endCopies } from './feed-cursors.ts';
import { moveTombstones, moveVersions } from './move-versions.ts';
import { forgetProofs } from './origin-proofs.ts';
import { removeLists } from './remove-lists.ts';
import { replaceSeen } from './seen-versions.ts';

/** After every day that a version can have been read on: an operator decides, not the last read. */
const ANY_DAY = 2 ** 31 - 1;

export function createBindingStore(deps: SqlStoreDeps): BindingStore {
  const { transact, reader, locks, searchIndex } = deps;

  return {
    async listBindings(after, limit) {
      const rows = await reader
        .selectFrom('primes')
        .innerJoin('versions', 'versions.prime_id', 'primes.id')
        .where('versions.origin', 'is not', null)
        .where('primes.name', '>', after)
        .groupBy(['primes.name', 'versions.origin'])
        .orderBy('primes.name')
        .limit(limit)
        .select(({ fn }) => [
          'primes.name',
          fn.coalesce('versions.origin', sql<string>`''`).as('origin'),
          fn.countAll().as('versions'),
        ])
        .execute();
      return rows.map(({ name, origin, versions }) => ({ name, origin, versions: Number(versions) }));
    },

    async listBoundVersions(name) {
      return (await listVersions(reader, { name })).map(toEvictable);
    },

    rebindPrime: (rebinding, entry, toEntry) =>
      transact(async (transaction) => {
        const { name, removed } = rebinding;
        await locks.lockScopes(transaction, [scopeOf(name)]);
        const here = (await listVersions(transaction, { name })).map(toEvictable);
        if (!isSame(here, rebinding)) return false;
        const toRemove = removed.map((version) => ({ ...version, lastReadDay: ANY_DAY }));
        await removeVersions(searchIndex, transaction, toRemove, toEntry);
        await moveVersions(transaction, rebinding);
        await moveTombstones(transaction, rebinding);
        await replaceSeen(transaction, name, toSeen(rebinding));
        await forgetProofs(transaction, name);
        await removeLists(transaction, [name]);
        // Copies of the new owner have left the Prime out.
        await endCopies(transaction, rebinding.to === undefined ? [] : [rebinding.to]);
        await record(transaction, entry);
        return true;
      }),
  };
}

/** Whether these are the versions that the rebinding was planned for. */
function isSame(here: readonly EvictableVersion[], { from, stays, removed }: Rebinding): boolean {
  const planned = new Map([...stays, ...removed].map(({ id, sha256 }) => [id, sha256]));
  if (here.length !== planned.size) return false;
  return here.every(({ id, origin, sha256 }) => origin === from && planned.get(id) === sha256);
}

/** What the new owner is known to have. */
function toSeen({ name, to, stays }: Rebinding): SeenVersion[] {
  return stays.map(({ version, sha256 }) => ({
    ...{ name, identity: identityOfVersion(version), sha256, origin: to ?? '' },
  }));
}

const listVersions = prepareQuery((db, { name }: { name: string }) =>
  db
    .selectFrom('primes')
    .innerJoin('versions', 'versions.prime_id', 'primes.id')
    .innerJoin('mirrored_versions', 'mirrored_versions.version_id', 'versions.id')
    .where('primes.name', '=', name)
    .where('versions.origin', 'is not', null)
    .orderBy('versions.precedence')
    .select([...EVICTABLE_COLUMNS, 'mirrored_versions.last_read_day']),
);
