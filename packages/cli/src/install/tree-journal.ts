// What a change of the tree is about to do, written down before anything moves: whoever finds the journal takes the change
// back. Removing it is the commit.
import { join } from 'node:path';
import { parsePrimeName } from '@prime-registry/protocol';
import { ValidationError } from '../errors/validation-error.ts';
import { type FileOperations, writeDurably } from './file-operations.ts';
import type { Staging } from './staging.ts';

/** A change that is under way. Contents of lock files are bytes as text in Latin-1, which loses none. */
export interface Journal {
  /** Null when there was no lock file. */
  readonly oldLock: string | null;
  /** Null when the lock file stays as it is. */
  readonly newLock: string | null;
  /** In the order in which they are made. */
  readonly changes: readonly JournalChange[];
}

/** A Prime that is replaced, added or removed. */
export interface JournalChange {
  readonly name: string;
  /** Whether it was installed before. */
  readonly hadOld: boolean;
}

/** Of the journal's own form. */
const VERSION = 1;

/** Path of the journal of a change. */
export function journalPath({ folder }: Staging): string {
  return join(folder, 'journal.json');
}

/** Writes the journal, whole and on the disk. */
export async function writeJournal(files: FileOperations, staging: Staging, journal: Journal): Promise<void> {
  const bytes = Buffer.from(JSON.stringify({ version: VERSION, ...journal }));
  await writeDurably(files, journalPath(staging), bytes, join(staging.folder, 'journal.tmp'));
}

/** Reads the journal; undefined when there is none. @throws ValidationError when it is not one of this prime */
export function findJournal(files: FileOperations, staging: Staging): Journal | undefined {
  const path = journalPath(staging);
  const bytes = findBytes(files, path);
  if (bytes === undefined) return undefined;
  const journal = parseJournal(bytes.toString());
  if (journal !== undefined) return journal;
  throw new ValidationError(
    `${path} cannot be read: update prime, or remove ${staging.folder} and run 'prime install'`,
  );
}

/** The bytes of a file; undefined when there is none. */
export function findBytes(files: FileOperations, path: string): Buffer | undefined {
  if (files.lstatSync(path, { throwIfNoEntry: false }) === undefined) return undefined;
  return files.readFileSync(path);
}

// A journal may come with a stranger's checkout, and names become paths.
function parseJournal(text: string): Journal | undefined {
  const value = findJson(text);
  if (!isRecord(value) || value.version !== VERSION) return undefined;
  const { oldLock, newLock, changes } = value;
  if (!isTextOrNull(oldLock) || !isTextOrNull(newLock)) return undefined;
  if (!Array.isArray(changes) || !changes.every(isChange)) return undefined;
  return { oldLock, newLock, changes };
}

function isChange(value: unknown): value is JournalChange {
  if (!isRecord(value) || typeof value.name !== 'string' || typeof value.hadOld !== 'boolean') return false;
  return parsePrimeName(value.name).ok;
}

function isTextOrNull(value: unknown): value is string | null {
  return value === null || typeof value === 'string';
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function findJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
