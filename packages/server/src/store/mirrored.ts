// What is kept of other registries: to whom names belong, and lists of versions as they were answered.

import type { MirrorStore } from './mirror-store.ts';
import { prepareQuery } from './prepared-query.ts';
import type { Schema } from './schema.ts';
import type { SqlStoreDeps } from './sql-store.ts';

/** Makes the query on whom a name belongs to; within a transaction it is asked under the lock of the scope. */
export function createStandingFinder() {
  return prepareQuery((db, { name, scope }: { name: string; scope: string }) =>
    db.selectNoFrom((eb) => [
      eb.selectFrom('primes').where('name', '=', name).select('id').as('primeId'),
      eb
        .selectFrom('scope_usage')
        .where('scope', '=', scope)
        .where('versions', '>', 0)
        .select('scope')
        .as('localScope'),
      eb
        .selectFrom('versions')
        .where('prime_id', '=', (query) => query.selectFrom('primes').where('name', '=', name).select('id'))
        .select('origin')
        .limit(1)
        .as('origin'),
    ]),
  );
}

export function createMirrorStore({ transact, reader }: SqlStoreDeps): MirrorStore {
  const findStanding = createStandingFinder();
  const find = prepareQuery((db, { name }: { name: string }) =>
    db.selectFrom('mirrored_lists').where('name', '=', name).selectAll(),
  );
  const save = prepareQuery((db, row: Schema['mirrored_lists']) =>
    db
      .insertInto('mirrored_lists')
      .values(row)
      .onConflict((conflict) =>
        conflict.column('name').doUpdateSet(({ ref }) => ({
          origin: ref('excluded.origin'),
          etag: ref('excluded.etag'),
          body: ref('excluded.body'),
          checked_at_ms: ref('excluded.checked_at_ms'),
        })),
      ),
  );

  return {
    async findStanding(name) {
      const [row] = await findStanding(reader, { name, scope: scopeOf(name) });
      return { isLocalScope: row?.localScope != null, origin: row?.origin ?? undefined };
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
        }
      );
    },

    async saveMirroredList({ name, origin, etag, body, checkedAtMs }) {
      const row = { name, origin, etag: etag ?? null, body, checked_at_ms: checkedAtMs };
      await transact((transaction) => save(transaction, row));
    },

    async removeMirroredList(name) {
      await transact((transaction) =>
        transaction.deleteFrom('mirrored_lists').where('name', '=', name).execute(),
      );
    },
  };
}

export function scopeOf(name: string): string {
  return name.slice(0, name.indexOf('/'));
}
