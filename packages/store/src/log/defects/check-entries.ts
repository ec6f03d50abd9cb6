// Checks what the entries say: each can be read, and no version was published twice.
import {
  identityOfVersion,
  isKnownEntry,
  type LogEntry,
  type LogEntryError,
  parseLogEntry,
} from '@prime-registry/protocol';
import { type VersionKey, versionIdOf } from '../../sql/named-versions.ts';
import { prepareQuery } from '../../sql/prepared-query.ts';
import type { Database } from '../../sql/schema.ts';
import type { EntrySet } from './entry-set.ts';

/** An entry as it is stored. */
export interface StoredEntry {
  readonly index: number;
  readonly entry: Uint8Array;
}

/**
 * @param current - the entries of versions
 * @param report - called with each defect
 * @param onEntry - called with each entry that can be read
 */
export function createEntryCheck(
  db: Database,
  current: EntrySet,
  report: (defect: string) => void,
  onEntry: (entry: LogEntry) => void,
) {
  /**
   * Entries of versions that have another entry by now, by name and identity: right only if the version was removed in
   * between, and taken back. So there are few.
   */
  const superseded = new Map<string, number>();

  return {
    /** Checks the next entries. */
    async add(entries: readonly StoredEntry[]): Promise<void> {
      for (const { index, entry: bytes } of entries) {
        const entry = findKnownEntry(bytes, (error) => report(`entry #${index}: ${error.message}`));
        if (entry !== undefined) onEntry(entry);
        if (entry?.type === 'remove') superseded.delete(labelOf(entry));
        if (!isPublished(entry) || current.has(index)) continue;
        const [other] = await findEntryOf(db, keyOf(entry));
        if (other !== undefined && other.entry_index !== index) superseded.set(labelOf(entry), index);
      }
    },

    /** Reports what is left after the last entry. */
    finish(): void {
      for (const [label, index] of superseded)
        report(`${label} is in the log twice: its entry is not #${index}`);
    },
  };
}

/** An entry that this program knows. @param onError - called if it cannot be read */
export function findKnownEntry(
  bytes: Uint8Array,
  onError: (error: LogEntryError) => void = () => undefined,
): LogEntry | undefined {
  try {
    const entry = parseLogEntry(bytes);
    return isKnownEntry(entry) ? entry : undefined;
  } catch (error) {
    onError(error as LogEntryError);
    return undefined;
  }
}

type Published = Extract<LogEntry, { type: 'publish' | 'import' }>;

/** Whether it is the entry of a version of this registry. One of an upstream may be evicted, and pulled again. */
function isPublished(entry: LogEntry | undefined): entry is Published {
  return entry?.type === 'publish' || (entry?.type === 'import' && entry.origin === undefined);
}

function keyOf({ name, version }: { readonly name: string; readonly version: string }): VersionKey {
  return { name, identity: identityOfVersion(version) };
}

function labelOf(version: { readonly name: string; readonly version: string }): string {
  const { name, identity } = keyOf(version);
  return `${name} ${identity}`;
}

const findEntryOf = prepareQuery((db, version: VersionKey) =>
  db.selectFrom('logged_versions').where('version_id', '=', versionIdOf(db, version)).select('entry_index'),
);
