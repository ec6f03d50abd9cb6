// Brings the versions of a transaction into the log: those of a group commit share one append.
import type { Transaction } from 'kysely';
import type { LoggedEntry } from '../contracts/log-store.ts';
import type { Schema } from '../sql/schema.ts';
import type { InsertedVersion, VersionInsert } from '../versions/version-insert.ts';
import type { LogAppender } from './append-entries.ts';
import { describeNewVersion } from './version-entry.ts';

/** Creates a function that appends the entries of new versions, in their order. */
export function createVersionLogger(append: LogAppender) {
  return async (
    transaction: Transaction<Schema>,
    inserted: readonly InsertedVersion[],
  ): Promise<ReadonlyMap<VersionInsert, LoggedEntry>> => {
    const entries = inserted.map(({ id, insert }) => {
      return { entry: describeNewVersion(insert.version), versionId: id };
    });
    const logged = await append(transaction, entries);
    return new Map(
      logged.flatMap((entry, index) => {
        const insert = inserted[index]?.insert;
        return insert === undefined ? [] : [[insert, entry] as const];
      }),
    );
  };
}
