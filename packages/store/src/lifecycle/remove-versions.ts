// Removes versions for good: a tombstone keeps the number from ever being published again.
import { precedenceKey, scopeOf } from '@prime-registry/protocol';
import type { Insertable, Selectable } from 'kysely';
import { record } from '../audit-log.ts';
import type { LifecycleStore, Removal } from '../contracts/lifecycle-store.ts';
import type { SqlStoreDeps } from '../engine.ts';
import { describeAct } from '../log/act-entry.ts';
import { createLogAppender } from '../log/append-entries.ts';
import { changeMirrorUsage } from '../mirrored/mirror-usage.ts';
import { type VersionKey, versionOf } from '../sql/named-versions.ts';
import { prepareQuery } from '../sql/prepared-query.ts';
import type { Schema, Transaction } from '../sql/schema.ts';
import { toTombstone } from '../sql/tombstone-row.ts';
import { deleteVersions, type FreedBytes } from '../versions/delete-versions.ts';
import { changeScopeUsage, findScopeUsage } from '../versions/scope-usage.ts';
import { RECORD_COLUMNS, toRecord } from '../versions/version-rows.ts';
import { findTombstone } from './find-lifecycle.ts';

/** Creates the removal. */
export function createVersionRemoval(deps: SqlStoreDeps): LifecycleStore['removeVersion'] {
  const { transactAfterLeases, locks, reader, searchIndex, erasure, log } = deps;
  const appendToLog = createLogAppender(log);

  /** The scope goes on counting the version: its name stays one of this registry. */
  async function subtract(transaction: Transaction, freed: readonly FreedBytes[]): Promise<void> {
    for (const { origin, scope, versions, sizeBytes } of freed) {
      if (origin !== null) {
        await changeMirrorUsage(transaction, [{ origin, scope, versions: -versions, sizeBytes: -sizeBytes }]);
        continue;
      }
      // Atoms that an early program stored were never counted.
      const usage = await findScopeUsage(transaction, scope);
      await changeScopeUsage(transaction, scope, { sizeBytes: -Math.min(sizeBytes, usage.sizeBytes) });
    }
  }

  return async (removal) => {
    const { name, version, check, act, category, reason } = removal;
    const { identity } = version;
    // What changes nothing waits for no read lease.
    const [known] = await findTombstone(reader, { name, identity });
    if (known !== undefined) return toTombstone(known);
    const [there] = await queries.find(reader, { name, identity });
    if (there === undefined) return undefined;
    return transactAfterLeases(async (transaction) => {
      await locks.lockScopes(transaction, [scopeOf(name)]);
      const [before] = await findTombstone(transaction, { name, identity });
      if (before !== undefined) return toTombstone(before);
      const [row] = await queries.find(transaction, { name, identity });
      if (row === undefined) return undefined;
      // In the order of those who count downloads, so that the two cannot deadlock: first the counts, then the total.
      const counts = await queries.deleteDownloads(transaction, { id: row.id });
      const downloads = counts.reduce((sum, count) => sum + count.downloads, 0);
      check?.(toRecord(name, row), downloads);
      await queries.subtractDownloads(transaction, { primeId: row.prime_id, downloads });
      const freed = await erasure.overwriting(() => deleteVersions(searchIndex, transaction, [row.id]));
      await subtract(transaction, freed);
      await queries.deleteChannels(transaction, { name, identity });
      const tombstone = toRow(removal, row);
      await queries.insertTombstone(transaction, tombstone);
      for (const part of ['tarball', 'words'] as const)
        await queries.insertUnfinished(transaction, { name, identity, part, sha256: row.sha256 });
      const details = { category, reason, sha256: row.sha256 };
      await record(transaction, { ...act, name, version: row.version, details });
      const { version: full, sha256, origin } = row;
      const removed = { name, version: full, sha256, category, origin: origin ?? undefined };
      await appendToLog(transaction, [{ entry: describeAct(act, { type: 'remove', ...removed }) }]);
      return toTombstone(tombstone);
    });
  };
}

function toRow(
  { name, version, category, reason, removedAtMs }: Removal,
  { version: full, sha256, origin }: Pick<Selectable<Schema['versions']>, 'version' | 'sha256' | 'origin'>,
) {
  return {
    name,
    version: full,
    identity: version.identity,
    precedence: precedenceKey(version),
    sha256,
    category,
    reason: reason ?? null,
    removed_at_ms: removedAtMs,
    origin,
  };
}

const queries = {
  find: prepareQuery((db, version: VersionKey) =>
    versionOf(db, version).select([...RECORD_COLUMNS, 'versions.id', 'prime_id']),
  ),
  deleteDownloads: prepareQuery((db, { id }: { id: number }) =>
    db.deleteFrom('downloads').where('version_id', '=', id).returning('downloads'),
  ),
  subtractDownloads: prepareQuery((db, { primeId, downloads }: { primeId: number; downloads: number }) =>
    db
      .updateTable('download_totals')
      .set(({ eb }) => ({ downloads: eb('downloads', '-', downloads) }))
      .where('prime_id', '=', primeId),
  ),
  deleteChannels: prepareQuery((db, { name, identity }: VersionKey) =>
    db.deleteFrom('channels').where('name', '=', name).where('identity', '=', identity),
  ),
  insertUnfinished: prepareQuery((db, row: Insertable<Schema['unfinished_removals']>) =>
    db
      .insertInto('unfinished_removals')
      .values(row)
      // Of an earlier removal: the version was imported again.
      .onConflict((conflict) =>
        conflict.columns(['name', 'identity', 'part']).doUpdateSet({ sha256: row.sha256 }),
      ),
  ),
  insertTombstone: prepareQuery((db, row: Insertable<Schema['removed_versions']>) =>
    db.insertInto('removed_versions').values(row),
  ),
};
