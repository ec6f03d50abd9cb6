// The journal of a change of the tree, written before anything moves. A process that finds one rolls the
// change back; removing it is the commit. It is in a folder of the user, because files in the project may be
// part of a checkout.
import { hash } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, sep } from 'node:path';
import { unlessFailed } from '../../errors/expected.ts';
import { type FileOperations, removeFile, writeDurably } from '../../files/file-operations.ts';
import { type Journal, parseJournal, VERSION } from './journal.ts';
import type { Staging } from './staging.ts';

/**
 * Path of the journal of a change. Its name is the SHA-256 of the real path of the staging folder, so that it
 * belongs to one project and one change.
 * @returns undefined if no journal is possible: the folder cannot be accessed, or is within the project,
 *   where a checkout could contain a forged one
 */
export function findJournalPath(journalFolder: string, { primes, folder }: Staging): string | undefined {
  return unlessFailed(() => {
    const project = realpathSync.native(dirname(primes));
    const journals = realpathSync.native(journalFolder);
    if (isWithin(project, journals)) return undefined;
    const path = join(project, basename(primes), basename(folder));
    return join(journals, `${hash('sha256', path)}.json`);
  });
}

/**
 * Writes the journal with fsync. If that fails the change goes on without one, and only this process can roll
 * it back.
 * @returns the path of the journal, or where it may be after an error
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
    // The change goes on without a journal.
  }
  return path;
}

/** Reads a journal; undefined if there is none, `damaged` if it is not in the format of this prime. */
export function findJournal(files: FileOperations, path: string): Journal | 'damaged' | undefined {
  if (files.lstatSync(path, { throwIfNoEntry: false }) === undefined) return undefined;
  return unlessFailed(() => parseJournal(files.readFileSync(path, 'utf8'))) ?? 'damaged';
}

/** Removes a journal, complete or not. */
export function removeJournal(files: FileOperations, path: string): void {
  removeFile(files, temporaryPathOf(path));
  removeFile(files, path);
}

/** The bytes of a file; undefined if there is none, or if it is not a regular file. */
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
