// Brings the versions of a transaction into the log: those of a group commit share one append. A lost version that comes
// back has its entry already.
import { proveInclusion } from '@prime-registry/tlog';
import type { LoggedEntry } from '../contracts/log/log-store.ts';
import type { Transaction } from '../sql/schema.ts';
import type { InsertedVersion, VersionInsert } from '../versions/insert/version-insert.ts';
import type { LogAppender } from './append-entries.ts';
import type { LogEngine } from './log-engine.ts';
import { createStateReader } from './log-state.ts';
import { createLogReader } from './read-log.ts';
import { sha256 } from './sha256.ts';
import { describeNewVersion } from './version-entry.ts';

/** Creates a function that appends the entries of new versions, in their order. */
export function createVersionLogger(engine: LogEngine, append: LogAppender) {
  const state = createStateReader(engine);

  /** Gives a version its entry from before it was lost. */
  async function link(
    transaction: Transaction,
    { id, entryIndex: index = 0 }: InsertedVersion,
  ): Promise<LoggedEntry> {
    await transaction.insertInto('logged_versions').values({ version_id: id, entry_index: index }).execute();
    const head = await state.lock(transaction);
    const { listLogEntries, readLogHashes } = createLogReader(transaction);
    const [entry = new Uint8Array()] = await listLogEntries(index, 1);
    const proof = await proveInclusion(sha256, readLogHashes, index, head.edge.size, head.edge);
    return { index, entry, head, proof };
  }

  return async (
    transaction: Transaction,
    inserted: readonly InsertedVersion[],
  ): Promise<ReadonlyMap<VersionInsert, LoggedEntry>> => {
    const added = inserted.filter(({ entryIndex }) => entryIndex === undefined);
    const appended = await append(
      transaction,
      added.map(({ id, insert }) => ({ entry: describeNewVersion(insert.version), versionId: id })),
    );
    const logged = new Map<VersionInsert, LoggedEntry>();
    for (const [index, entry] of appended.entries()) {
      const insert = added[index]?.insert;
      if (insert !== undefined) logged.set(insert, entry);
    }
    for (const version of inserted)
      if (version.entryIndex !== undefined) logged.set(version.insert, await link(transaction, version));
    return logged;
  };
}
