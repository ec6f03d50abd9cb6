// The owners of names, the version lists of upstreams as received, and the upstreams that explain their errors.

import { scopeOf } from '@prime-registry/protocol';
import { record } from '../audit-log.ts';
import type { AuditEntry } from '../contracts/audit-store.ts';
import type { MirrorStore } from '../contracts/mirror/mirror-store.ts';
import type { SqlStoreDeps } from '../engine.ts';
import { primeIdOf } from '../sql/named-versions.ts';
import { prepareQuery } from '../sql/prepared-query.ts';
import type { Schema, Transaction } from '../sql/schema.ts';
import { findStanding } from '../versions/insert/name-standing.ts';
import { refreshLatest } from '../versions/latest-version.ts';
import { LIST_BYTES } from '../versions/stored-bytes.ts';
import { changeMirrorUsage } from './mirror-usage.ts';
import { removeLists } from './remove-lists.ts';

/** What this program reads in lists: versions with requirements, and their life. */
const LIST_FORM = 1;

export function createMirrorStore({ transact, locks, reader, searchIndex }: SqlStoreDeps): MirrorStore {
  const find = prepareQuery((db, { name }: { name: string }) =>
    db.selectFrom('mirrored_lists').where('name', '=', name).selectAll(),
  );
  const findLifecycle = prepareQuery((db, { name }: { name: string }) =>
    db.selectFrom('mirrored_lists').where('name', '=', name).select(['origin', 'lifecycle', 'checked_at_ms']),
  );
  const save = prepareQuery((db, row: Schema['mirrored_lists']) =>
    db.insertInto('mirrored_lists').values(row).returning(LIST_BYTES.as('bytes')),
  );
  const findPrime = prepareQuery((db, { name }: { name: string }) => primeIdOf(db, name));

  const findKnown = prepareQuery((db, { url }: { url: string }) =>
    db.selectFrom('known_upstreams').where('url', '=', url).select('url'),
  );

  return {
    async findStanding(name) {
      const [row] = await findStanding(reader, { name, scope: scopeOf(name) });
      return { isLocalScope: row?.localScope != null, origin: row?.origin ?? undefined };
    },

    async listStandings(names) {
      if (names.length === 0) return new Map();
      const scopes = [...new Set(names.map(scopeOf))];
      const unique = [...new Set(names)];
      const [local, primes, removed] = await Promise.all([
        reader
          .selectFrom('scope_usage')
          .where('scope', 'in', scopes)
          .where('versions', '>', 0)
          .select('scope')
          .execute(),
        reader
          .selectFrom('primes')
          .where('name', 'in', unique)
          .select(({ selectFrom }) => [
            'name',
            selectFrom('versions')
              .whereRef('prime_id', '=', 'primes.id')
              .select('origin')
              .limit(1)
              .as('origin'),
            selectFrom('versions')
              .whereRef('prime_id', '=', 'primes.id')
              .select('id')
              .limit(1)
              .as('versionId'),
          ])
          .execute(),
        reader
          .selectFrom('removed_versions')
          .where('name', 'in', unique)
          .where('origin', 'is not', null)
          .select(['name', 'origin'])
          .distinct()
          .execute(),
      ]);
      const localScopes = new Set(local.map(({ scope }) => scope));
      // A Prime whose versions were all removed still belongs to the upstream of those.
      const origins = new Map(removed.map(({ name, origin }) => [name, origin ?? undefined]));
      for (const { name, origin, versionId } of primes)
        if (versionId !== null) origins.set(name, origin ?? undefined);
      return new Map(
        names.map((name) => [
          name,
          { isLocalScope: localScopes.has(scopeOf(name)), origin: origins.get(name) },
        ]),
      );
    },

    async findMirroredList(name) {
      const [row] = await find(reader, { name });
      return (
        row && {
          name,
          origin: row.origin,
          etag: row.etag ?? undefined,
          body: row.body,
          checkedAtMs: row.checked_at_ms,
          lifecycle: row.lifecycle ?? undefined,
          ...(row.form !== LIST_FORM && { isOutdated: true }),
        }
      );
    },

    async findMirroredLifecycle(name) {
      const [row] = await findLifecycle(reader, { name });
      if (row === undefined) return undefined;
      const { origin, lifecycle, checked_at_ms: checkedAtMs } = row;
      return { name, origin, lifecycle: lifecycle ?? undefined, checkedAtMs };
    },

    async saveMirroredList({ name, origin, etag, body, checkedAtMs, lifecycle = null }) {
      const checked = { checked_at_ms: checkedAtMs, lifecycle, form: LIST_FORM };
      const row = { name, origin, etag: etag ?? null, body, ...checked };
      const scope = scopeOf(name);
      await transact(async (transaction) => {
        await locks.lockScopes(transaction, [scope]);
        const [before] = await findLifecycle(transaction, { name });
        await removeLists(transaction, [name]);
        const [saved] = await save(transaction, row);
        await changeMirrorUsage(transaction, [{ origin, scope, versions: 0, sizeBytes: saved?.bytes ?? 0 }]);
        if ((before?.lifecycle ?? '') === (lifecycle ?? '')) return;
        // Search ranks deprecated Primes lower.
        const primes = await findPrime(transaction, { name });
        await refreshLatest(
          searchIndex,
          transaction,
          primes.map(({ id }) => id),
        );
      });
    },

    async removeMirroredList(name) {
      await transact(async (transaction) => {
        await locks.lockScopes(transaction, [scopeOf(name)]);
        await removeLists(transaction, [name]);
      });
    },

    async isKnownUpstream(url) {
      return (await findKnown(reader, { url })).length > 0;
    },

    async noteKnownUpstream(url, atMs) {
      await transact((transaction) =>
        transaction
          .insertInto('known_upstreams')
          .values({ url, since_ms: atMs })
          .onConflict((conflict) => conflict.column('url').doNothing())
          .execute(),
      );
    },

    forgetKnownUpstream: (url, entry) =>
      transact((transaction) => forgetUrl(transaction, 'known_upstreams', url, entry)),
  };
}

/** Forgets what is known of an upstream. @returns whether something was */
export async function forgetUrl(
  transaction: Transaction,
  table: 'known_upstreams' | 'upstream_logs',
  url: string,
  entry: AuditEntry,
): Promise<boolean> {
  const gone = await transaction.deleteFrom(table).where('url', '=', url).returning('url').execute();
  if (gone.length > 0) await record(transaction, entry);
  return gone.length > 0;
}
