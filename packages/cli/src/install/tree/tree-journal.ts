// What a change of the tree is about to do, written down before anything moves: whoever finds the journal takes the change
// back. Removing it is the commit. It is kept in the user's own folder, since whatever is in the project may have come with
// a stranger's checkout.
import { createHash } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, sep } from 'node:path';
import { parsePrimeName } from '@prime-registry/protocol';
import { type FileOperations, removeFile, writeDurably } from '../../files/file-operations.ts';
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

/**
 * Path of the journal of a change. Its name is the SHA-256 of the real path of the staging folder, so that no journal is ever
 * taken for that of another project or of another change.
 * @returns undefined where no journal can be had: the folder is out of reach, or within the project, where anybody could
 *   have put one
 */
export function findJournalPath(journalFolder: string, { primes, folder }: Staging): string | undefined {
  try {
    const project = realpathSync.native(dirname(primes));
    const journals = realpathSync.native(journalFolder);
    if (isWithin(project, journals)) return undefined;
    const path = join(project, basename(primes), basename(folder));
    return join(journals, `${createHash('sha256').update(path).digest('hex')}.json`);
  } catch {
    return undefined;
  }
}

/**
 * Writes the journal, whole and on the disk. Where that cannot be done there is none, and only the process itself can take
 * the change back: better than no change at all.
 * @returns the path at which it is, or may be in spite of an error
 */
export async function writeJournal(
  files: FileOperations,
  journalFolder: string,
  staging: Staging,
  journal: Journal,
): Promise<string | undefined> {
  let path: string | undefined;
  try {
    files.mkdirSync(journalFolder, { recursive: true, mode: 0o700 });
    path = findJournalPath(journalFolder, staging);
    if (path === undefined) return undefined;
    const bytes = Buffer.from(JSON.stringify({ version: VERSION, ...journal }));
    await writeDurably(files, path, bytes, temporaryPathOf(path));
  } catch {
    // The change goes on.
  }
  return path;
}

/** Reads a journal; undefined when there is none, `damaged` when it is not one of this prime. */
export function findJournal(files: FileOperations, path: string): Journal | 'damaged' | undefined {
  if (files.lstatSync(path, { throwIfNoEntry: false }) === undefined) return undefined;
  try {
    return parseJournal(files.readFileSync(path, 'utf8')) ?? 'damaged';
  } catch {
    return 'damaged';
  }
}

/** Removes a journal, or what there is of one. */
export function removeJournal(files: FileOperations, path: string): void {
  removeFile(files, temporaryPathOf(path));
  removeFile(files, path);
}

/** The bytes of a file; undefined when there is none, or something that is no regular file. */
export function findBytes(files: FileOperations, path: string): Buffer | undefined {
  if (files.lstatSync(path, { throwIfNoEntry: false })?.isFile() !== true) return undefined;
  return files.readFileSync(path);
}

function temporaryPathOf(path: string): string {
  return `${path}.tmp`;
}

function isWithin(parent: string, path: string): boolean {
  const way = relative(parent, path);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

// Names become paths.
function parseJournal(text: string): Journal | undefined {
  const value: unknown = JSON.parse(text);
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
