// Finds the place in the log at which a reader continues, and makes the cursors of readers.
import { hash } from 'node:crypto';
import {
  type ChangeCursor,
  type ChangesQuery,
  END_OF_CHANGES,
  formatChangeCursor,
  RegistryError,
} from '@prime-registry/protocol';
import type { LogHead, LogStore } from '@prime-registry/store';

/** The part of the transparency log that the change feed reads. */
export type ChangeLog = Pick<LogStore, 'readLogHead' | 'listLogEntries' | 'listLogNames'>;

/**
 * The place of a reader; its index is above the size of the log if the log has shrunk.
 * @throws RegistryError `log_restarted` if what the reader has seen is not what this log begins with
 */
export async function findPlace(
  log: ChangeLog,
  after: ChangesQuery['after'],
  { logId, edge }: Pick<LogHead, 'logId' | 'edge'>,
): Promise<ChangeCursor> {
  if (after === undefined) return { logId, index: 0 };
  if (after === END_OF_CHANGES) return makeCursor(log, logId, edge.size);
  if (after.logId !== logId) {
    // This log has the entries too that are from before its earlier name ended.
    const name = (await log.listLogNames()).findLast((each) => each.logId === after.logId);
    throw await restarted(log, logId, Math.min(after.index, name?.endedAtSize ?? 0));
  }
  if (after.check === undefined || after.index > edge.size) return after;
  const { check } = await makeCursor(log, logId, after.index);
  if (check === after.check) return after;
  // The database was replaced by an older one, and nobody has told the log.
  throw await restarted(log, logId, 0);
}

/** The cursor for a place. @param last - the entry before it, if it is known already */
export async function makeCursor(
  log: Pick<ChangeLog, 'listLogEntries'>,
  logId: string,
  index: number,
  last?: Uint8Array,
): Promise<ChangeCursor> {
  const [before] = last !== undefined || index === 0 ? [last] : await log.listLogEntries(index - 1, 1);
  return {
    logId,
    index,
    check: before === undefined ? undefined : hash('sha256', before).slice(0, CHECK_LENGTH),
  };
}

const CHECK_LENGTH = 8;

async function restarted(
  log: Pick<ChangeLog, 'listLogEntries'>,
  logId: string,
  common: number,
): Promise<RegistryError> {
  const next = formatChangeCursor(await makeCursor(log, logId, common));
  return new RegistryError('log_restarted', {
    detail:
      `The cursor belongs to another log, or to this one before it was restored from a backup; ` +
      `${common} entries are the same: continue with after=${next}.`,
    extensions: { common, next },
  });
}
