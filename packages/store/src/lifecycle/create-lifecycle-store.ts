// Assembles the LifecycleStore.
import { scopeOf } from '@prime-registry/protocol';
import { record } from '../audit-log.ts';
import type { LifecycleStore } from '../contracts/lifecycle-store.ts';
import type { SqlStoreDeps } from '../engine.ts';
import { describeAct, describeYank } from '../log/act-entry.ts';
import { createLogAppender } from '../log/append-entries.ts';
import { versionOf } from '../sql/named-versions.ts';
import type { Database } from '../sql/schema.ts';
import { refreshLatest } from '../versions/latest-version.ts';
import { RECORD_COLUMNS, toRecord } from '../versions/version-rows.ts';
import { createLifecycleChanger } from './change-lifecycle.ts';
import { createLifecycleReader } from './find-lifecycle.ts';
import { createVersionRemoval } from './remove-versions.ts';

export function createLifecycleStore(deps: SqlStoreDeps): LifecycleStore {
  const { transact, transactAfterLeases, locks, reader, searchIndex, log } = deps;
  const appendToLog = createLogAppender(log);
  return {
    ...createLifecycleReader(reader),
    ...createLifecycleChanger(deps),
    removeVersion: createVersionRemoval(deps),

    async unyankVersion({ name, version: { identity }, act, yankedBy }) {
      const find = (db: Database) =>
        versionOf(db, { name, identity })
          .select([...RECORD_COLUMNS, 'versions.id', 'prime_id', 'yanked_by'])
          .executeTakeFirst();
      const stays = (row: { readonly yanked_at_ms: number | null; readonly yanked_by: string | null }) =>
        row.yanked_at_ms === null || (yankedBy !== undefined && row.yanked_by !== yankedBy);

      const known = await find(reader);
      if (known === undefined || stays(known)) return known && toRecord(name, known);
      // As for a yank.
      const run = known.origin === null ? transactAfterLeases : transact;
      return run(async (transaction) => {
        await locks.lockScopes(transaction, [scopeOf(name)]);
        const row = await find(transaction);
        if (row === undefined) return undefined;
        if (stays(row)) return toRecord(name, row);
        const nothing = { yanked_at_ms: null, yanked_by: null, yank_reason: null };
        await transaction.updateTable('versions').set(nothing).where('id', '=', row.id).execute();
        const details = { sha256: row.sha256, yank_reason: row.yank_reason ?? undefined };
        await record(transaction, { ...act, name, version: row.version, details });
        await refreshLatest(searchIndex, transaction, [row.prime_id]);
        const entry = describeAct(act, describeYank('unyank', name, row, null));
        await appendToLog(transaction, [{ entry }]);
        return toRecord(name, { ...row, ...nothing });
      });
    },
  };
}
