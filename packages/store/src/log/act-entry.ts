// The log entries of acts other than publishes.
import { formatTimestamp, type LogEntry } from '@prime-registry/protocol';
import type { Act } from '../contracts/audit-store.ts';

type WithoutAct<Entry> = Entry extends LogEntry ? Omit<Entry, 'v' | 'at' | 'by'> : never;

/** What an entry says besides when and by whom. */
export type LoggedAct = WithoutAct<LogEntry>;

/** Completes the entry of an act. */
export function describeAct({ atMs, actorId }: Pick<Act, 'atMs' | 'actorId'>, what: LoggedAct): LogEntry {
  return { ...what, v: 1, at: formatTimestamp(atMs), by: actorId };
}

/** A row of a version. */
interface VersionRow {
  readonly version: string;
  readonly sha256: string;
  readonly origin: string | null;
}

/** What the entry of a yank says, or that of its end. The texts of people may have half of a surrogate pair. */
export function describeYank(
  type: 'yank' | 'unyank',
  name: string,
  { version, sha256, origin }: VersionRow,
  reason: string | null,
): LoggedAct {
  return {
    ...{ type, name, version, sha256 },
    origin: origin ?? undefined,
    reason: reason?.toWellFormed(),
  };
}
