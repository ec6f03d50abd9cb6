// Versions: publishes, lists, lookups and yanks.
import { scopeOf } from '@prime-registry/protocol';
import { prepareInventory } from '../atoms/prepare-inventory.ts';
import { record } from '../audit-log.ts';
import type { LoggedEntry } from '../contracts/log/log-store.ts';
import type { InsertResult, VersionStore } from '../contracts/version-store.ts';
import type { SqlStoreDeps } from '../engine.ts';
import { describeAct, describeYank } from '../log/act-entry.ts';
import { createLogAppender } from '../log/append-entries.ts';
import { createVersionLogger } from '../log/log-versions.ts';
import { prepareForMany } from '../sql/batches.ts';
import { primeIdOf, type VersionKey, versionOf, versionsOf } from '../sql/named-versions.ts';
import { prepareQuery } from '../sql/prepared-query.ts';
import { commitInGroups } from './commit-groups.ts';
import { createVersionInserter } from './insert/insert-versions.ts';
import { whileFresh } from './insert/removed-numbers.ts';
import type { Refusal, VersionInsert } from './insert/version-insert.ts';
import { refreshLatest } from './latest-version.ts';
import { rollBackAfter } from './roll-back.ts';
import { findScopeUsage } from './scope-usage.ts';
import { chooseListed, describeRequires, REQUIRES_BYTES } from './stored-requires.ts';
import { findPlace } from './version-place.ts';
import { RECORD_COLUMNS, toRecord } from './version-rows.ts';

export function createVersionStore(deps: SqlStoreDeps): VersionStore {
  const { transact, transactAfterLeases, locks, reader, searchIndex, log } = deps;
  const inserter = createVersionInserter();
  const appendToLog = createLogAppender(log);
  const logVersions = createVersionLogger(log, appendToLog);

  const insertTogether = commitInGroups(
    transact,
    async (transaction, inserts: readonly VersionInsert[]) => {
      const scopes = inserts.map(({ version }) => version.name.scope);
      const { inserted, refused } = await inserter.insertAll(transaction, inserts, () =>
        locks.lockScopes(transaction, scopes),
      );
      await refreshLatest(searchIndex, transaction, new Set(inserted.map(({ primeId }) => primeId)));
      const logged = await logVersions(transaction, inserted);
      return inserts.map((insert) => toOutcome(refused.get(insert), logged.get(insert)));
    },
    ({ version: { sourceManifest, readme = '' }, inventory }) =>
      2 * sourceManifest.length + readme.length + (inventory?.sizeBytes ?? 0),
  );

  /** Prepares the inventory of an insert, again if it becomes stale, and passes it on. */
  async function withInventory<T>(
    insert: Omit<VersionInsert, 'inventory' | 'removals'>,
    run: (insert: VersionInsert) => Promise<T>,
  ): Promise<T> {
    const { name, inventory: given, origin } = insert.version;
    if (given === undefined) return run({ ...insert, inventory: undefined });
    return whileFresh(reader, name.full, async ({ count: removals }) => {
      const inventory = await prepareInventory(reader, name.full, given, {
        isEvictable: origin !== undefined,
      });
      return run({ ...insert, inventory, removals });
    });
  }

  /** Reads the requirements of the highest versions, by id. No statement if there are none. */
  async function readRequires(rows: readonly ListRow[]): Promise<ReadonlyMap<number, string | null>> {
    const ids = chooseListed(rows).map(({ id }) => id);
    return new Map((await queries.listRequires(reader, ids)).map(({ id, requires }) => [id, requires]));
  }

  return {
    insertVersion: (version, beforeCommit, checkUsage, confirm) =>
      withInventory({ version, beforeCommit, checkUsage }, async (insert) => {
        await confirm?.();
        return insertTogether(insert);
      }),

    checkVersion: (version, checkUsage) =>
      withInventory({ version, beforeCommit: noTarball, checkUsage }, (insert) =>
        rollBackAfter(transact, async (transaction) => {
          await locks.lockScopes(transaction, [version.name.scope]);
          return inserter.tryOne(transaction, insert);
        }),
      ),

    findScopeUsage: (scope) => findScopeUsage(reader, scope),

    async listVersions(name, { withRequires = false } = {}) {
      const rows = await queries.list(reader, { name });
      const requires = await readRequires(withRequires ? rows : []);
      return rows.map((row) => ({
        version: row.version,
        publishedAtMs: row.published_at_ms,
        yanked: row.yanked_at_ms !== null,
        ...(row.yank_reason !== null && { yankReason: row.yank_reason }),
        ...(withRequires && row.requires_bytes !== null && describeRequires(requires.get(row.id))),
      }));
    },

    async findVersion(name, { identity }) {
      const [row] = await queries.find(reader, { name, identity });
      return row && toRecord(name, row);
    },

    findPlace: (name, version) => findPlace(reader, name, version),

    async hasPrime(name) {
      const [row] = await queries.findPrime(reader, { name });
      return row !== undefined;
    },

    async findSourceManifest(name, { identity }) {
      const [row] = await queries.findSourceManifest(reader, { name, identity });
      return row?.source_manifest;
    },

    async yankVersion({ name, version: { identity }, yankedAtMs, yankedBy, reason = null, act }) {
      const [known] = await queries.find(reader, { name, identity });
      if (known === undefined || known.yanked_at_ms !== null) return known && toRecord(name, known);
      // What came from an upstream has no leases, and readers of its list wait for the yank.
      const run = known.origin === null ? transactAfterLeases : transact;
      return run(async (transaction) => {
        await locks.lockScopes(transaction, [scopeOf(name)]);
        const yank = { name, identity, yankedAtMs, yankedBy, reason };
        const [yanked] = await queries.yank(transaction, yank);
        const [row] = await queries.find(transaction, { name, identity });
        if (yanked !== undefined) {
          const details = { sha256: row?.sha256, reason: reason ?? undefined };
          await record(transaction, { ...act, name, version: row?.version, details });
          await refreshLatest(searchIndex, transaction, [yanked.prime_id]);
          if (row !== undefined) {
            const entry = describeAct(act, describeYank('yank', name, row, reason));
            await appendToLog(transaction, [{ entry }]);
          }
        }
        return row && toRecord(name, row);
      });
    },
  };
}

/** The outcome of an insert that was refused, or of one whose version is in the log if it is new. */
function toOutcome(
  refusal: Refusal | undefined,
  logged: LoggedEntry | undefined,
): PromiseSettledResult<InsertResult> {
  if (refusal !== undefined) return { status: 'rejected', reason: refusal.reason };
  return { status: 'fulfilled', value: logged === undefined ? { isNew: false } : { isNew: true, logged } };
}

async function noTarball(): Promise<void> {
  throw new Error('a check moves no tarball');
}

interface ListRow {
  readonly id: number;
  readonly requires_bytes: number | null;
}

interface YankValues extends VersionKey {
  readonly yankedAtMs: number;
  readonly yankedBy: string;
  readonly reason: string | null;
}

const queries = {
  list: prepareQuery((db, { name }: { name: string }) =>
    versionsOf(db, name)
      .select([
        ...(['versions.id', 'versions.version', 'published_at_ms', 'yanked_at_ms', 'yank_reason'] as const),
        REQUIRES_BYTES.as('requires_bytes'),
      ])
      .orderBy('precedence'),
  ),
  listRequires: prepareForMany((db, ids: readonly number[]) =>
    db.selectFrom('versions').where('id', 'in', ids).select(['id', 'requires']),
  ),
  find: prepareQuery((db, version: VersionKey) => versionOf(db, version).select(RECORD_COLUMNS)),
  findPrime: prepareQuery((db, { name }: { name: string }) => primeIdOf(db, name)),
  findSourceManifest: prepareQuery((db, version: VersionKey) =>
    versionOf(db, version).select('source_manifest'),
  ),
  yank: prepareQuery((db, { name, identity, yankedAtMs, yankedBy, reason }: YankValues) =>
    db
      .updateTable('versions')
      .set({ yanked_at_ms: yankedAtMs, yanked_by: yankedBy, yank_reason: reason })
      .where('prime_id', '=', primeIdOf(db, name))
      .where('identity', '=', identity)
      .where('yanked_at_ms', 'is', null)
      .returning('prime_id'),
  ),
};
