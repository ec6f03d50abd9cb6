// What a journal of a change of the tree says, and its form in a file.
import { isJsonObject, parsePrimeName } from '@prime-registry/protocol';
import { type IndexChange, parseIndexChanges } from './index-items.ts';

/** A change in progress. Lock files are bytes as Latin-1 text, which is lossless. */
export interface Journal {
  /** Null if there was no lock file. */
  readonly oldLock: string | null;
  /** Null if the lock file stays as it is. */
  readonly newLock: string | null;
  /** In the order of the changes. */
  readonly changes: readonly JournalChange[];
  /** Changes of the table of contents. A prime that does not know it leaves those files as they are. */
  readonly index?: readonly IndexChange[];
}

/** A Prime that is replaced, added or removed. */
export interface JournalChange {
  readonly name: string;
  /** Whether it was installed before. */
  readonly hadOld: boolean;
}

/** Format version of the journal. */
export const VERSION = 1;

// Checked strictly, because names become paths.
export function parseJournal(text: string): Journal | undefined {
  const value: unknown = JSON.parse(text);
  if (!isJsonObject(value) || value.version !== VERSION) return undefined;
  const { oldLock, newLock, changes } = value;
  if (!isTextOrNull(oldLock) || !isTextOrNull(newLock)) return undefined;
  if (!Array.isArray(changes) || !changes.every(isChange)) return undefined;
  const index = parseIndexChanges(value.index);
  return index && { oldLock, newLock, changes, index };
}

function isChange(value: unknown): value is JournalChange {
  if (!isJsonObject(value) || typeof value.name !== 'string' || typeof value.hadOld !== 'boolean')
    return false;
  return parsePrimeName(value.name).ok;
}

function isTextOrNull(value: unknown): value is string | null {
  return value === null || typeof value === 'string';
}
