// Tombstones for operators: lists of them, and their import.
import { getValue, parseVersion, precedenceKey, scopeOf } from '@prime-registry/protocol';
import { sql } from 'kysely';
import { record } from '../audit-log.ts';
import type { TombstoneRecord } from '../contracts/lifecycle-store.ts';
import type { InsertedTombstone, TombstoneStore } from '../contracts/tombstone-store.ts';
import type { SqlStoreDeps } from '../engine.ts';
import { describeAct } from '../log/act-entry.ts';
import { createLogAppender } from '../log/append-entries.ts';
import { prepareForMany } from '../sql/batches.ts';
import { type VersionKey, versionOf } from '../sql/named-versions.ts';
import { prepareQuery } from '../sql/prepared-query.ts';
import type { Transaction } from '../sql/schema.ts';
import { toTombstone } from '../sql/tombstone-row.ts';
import { findStanding } from '../versions/insert/name-standing.ts';
import { changeScopeUsage } from '../versions/scope-usage.ts';
import { findTombstone } from './find-lifecycle.ts';

const findVersion = prepareQuery((db, version: VersionKey) => versionOf(db, version).select('identity'));

export function createTombstoneStore({ transact, locks, reader, log }: SqlStoreDeps): TombstoneStore {
  const ofNames = prepareForMany((db, names: readonly string[]) =>
    db.selectFrom('removed_versions').where('name', 'in', names).select(['name', 'identity']),
  );
  const appendToLog = createLogAppender(log);

  async function findObstacle(
    transaction: Transaction,
    { name, identity, origin }: TombstoneRecord,
  ): Promise<Exclude<InsertedTombstone, 'new'> | undefined> {
    if ((await findTombstone(transaction, { name, identity })).length > 0) return 'known';
    if ((await findVersion(transaction, { name, identity })).length > 0) return 'version';
    const [standing] = await findStanding(transaction, { name, scope: scopeOf(name) });
    const isOther = standing?.origin != null && standing.origin !== origin;
    return isOther ? 'elsewhere' : undefined;
  }

  return {
    async listTombstones({ name, identity }, limit) {
      const rows = await reader
        .selectFrom('removed_versions')
        .selectAll()
        .where(({ eb, and, or }) =>
          or([eb('name', '>', name), and([eb('name', '=', name), eb('identity', '>', identity)])]),
        )
        .orderBy('name')
        .orderBy('identity')
        .limit(limit)
        .execute();
      return rows.map(toTombstone);
    },

    async listRemovedOf(names) {
      const rows = await ofNames(reader, [...new Set(names)]);
      return new Set(rows.map(({ name, identity }) => `${name} ${identity}`));
    },

    async listNamesWithLifecycle(after, limit) {
      const namesOf = (table: 'channels' | 'deprecations' | 'moved_primes') =>
        sql`select name from ${sql.table(table)} where name > ${after}`;
      const tables = (['channels', 'deprecations', 'moved_primes'] as const).map(namesOf);
      const { rows } = await sql<{ name: string }>`
        ${sql.join(tables, sql` union `)} order by name limit ${limit}`.execute(reader);
      return rows.map(({ name }) => name);
    },

    insertTombstone: (tombstone, act) =>
      transact(async (transaction): Promise<InsertedTombstone> => {
        const { name, version, identity, sha256, category, reason, removedAtMs, origin } = tombstone;
        const scope = scopeOf(name);
        await locks.lockScopes(transaction, [scope]);
        const obstacle = await findObstacle(transaction, tombstone);
        if (obstacle !== undefined) return obstacle;
        const precedence = precedenceKey(getValue(parseVersion(version)));
        const row = { name, version, identity, precedence, sha256, category, removed_at_ms: removedAtMs };
        await transaction
          .insertInto('removed_versions')
          .values({ ...row, reason: reason ?? null, origin: origin ?? null })
          .execute();
        // Where it was published, its scope counts it: no upstream may supply a name of the scope.
        if (origin === undefined) await changeScopeUsage(transaction, scope, { versions: 1 });
        await record(transaction, { ...act, name, version, details: { category, reason, sha256 } });
        const entry = describeAct(act, { type: 'remove', name, version, sha256, category, origin });
        await appendToLog(transaction, [{ entry }]);
        return 'new';
      }),
  };
}
