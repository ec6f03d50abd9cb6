// The digests that versions of upstreams had when they came.
import { RegistryError } from '@prime-registry/protocol';
import { record } from '../audit-log.ts';
import type { SeenVersion, SeenVersionStore } from '../contracts/log/seen-version-store.ts';
import type { NewVersion } from '../contracts/version-store.ts';
import type { SqlStoreDeps } from '../engine.ts';
import { versionsOf } from '../sql/named-versions.ts';
import { prepareQuery } from '../sql/prepared-query.ts';
import type { Transaction } from '../sql/schema.ts';
import type { InsertedVersion, Refusal, VersionInsert } from '../versions/insert/version-insert.ts';

export function createSeenVersionStore({ transact, reader }: SqlStoreDeps): SeenVersionStore {
  return {
    async findSeenVersion(name, identity) {
      const [row] = await findSeen(reader, { name, identity });
      return row && { ...row };
    },

    forgetSeenVersions: (name, identity, toEntry) =>
      transact(async (transaction) => {
        const gone = await transaction
          .deleteFrom('seen_versions')
          .where('name', '=', name)
          .$if(identity !== undefined, (query) => query.where('identity', '=', identity ?? ''))
          .where('identity', 'not in', versionsOf(transaction, name).select('identity'))
          .returningAll()
          .execute();
        const forgotten = gone
          .map((row) => ({ ...row }))
          .toSorted((a, b) => (a.identity < b.identity ? -1 : 1));
        await record(transaction, ...forgotten.map(toEntry));
        return forgotten;
      }),
  };
}

/** Finds the mirrored ones of inserts that have other bytes than they had before. */
export async function findChanged(
  transaction: Transaction,
  inserts: readonly VersionInsert[],
): Promise<Map<VersionInsert, Refusal>> {
  const asked = inserts.filter(({ version: { origin } }) => origin !== undefined);
  const rows = await findSeen.each(transaction, asked.map(keyOf));
  const refused = new Map<VersionInsert, Refusal>();
  for (const [index, insert] of asked.entries()) {
    const seen = rows[index]?.[0];
    if (seen !== undefined && seen.sha256 !== insert.version.sha256)
      refused.set(insert, { reason: upstreamChanged(insert.version, seen) });
  }
  return refused;
}

/** Notes the digests of mirrored versions, in the transaction that inserts them. */
export async function noteSeen(
  transaction: Transaction,
  inserted: readonly InsertedVersion[],
): Promise<void> {
  const rows = inserted.flatMap(({ insert: each }) => {
    const { origin, sha256 } = each.version;
    return origin === undefined ? [] : [{ ...keyOf(each), sha256, origin }];
  });
  await insertSeen.each(transaction, rows);
}

/** Forgets the digests of a Prime except those of the given versions. */
export async function replaceSeen(
  transaction: Transaction,
  name: string,
  stays: readonly SeenVersion[],
): Promise<void> {
  await transaction.deleteFrom('seen_versions').where('name', '=', name).execute();
  await insertSeen.each(transaction, stays);
}

/** The error for a version that an upstream has replaced. */
function upstreamChanged(
  { name, version, sha256 }: Pick<NewVersion, 'name' | 'version' | 'sha256'>,
  seen: SeenVersion,
): RegistryError {
  return new RegistryError('upstream_changed', {
    detail:
      `${name.full} ${version.full} comes with the SHA-256 ${sha256}, but ${seen.origin} supplied it with ` +
      `${seen.sha256} before; a version is never replaced.`,
  });
}

function keyOf({ version: { name, version } }: VersionInsert) {
  return { name: name.full, identity: version.identity };
}

const findSeen = prepareQuery((db, { name, identity }: Pick<SeenVersion, 'name' | 'identity'>) =>
  db.selectFrom('seen_versions').where('name', '=', name).where('identity', '=', identity).selectAll(),
);

const insertSeen = prepareQuery((db, row: SeenVersion) =>
  db
    .insertInto('seen_versions')
    .values(row)
    .onConflict((conflict) => conflict.columns(['name', 'identity']).doNothing()),
);
