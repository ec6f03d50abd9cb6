// Rolls back an incomplete change of the tree, after a full disk or a killed process. Each step checks the
// state on disk first, so the rollback is idempotent and may itself be interrupted.
import fs from 'node:fs';
import { dirname, join } from 'node:path';
import {
  codeOf,
  type FileOperations,
  removeIfEmpty,
  syncFolder,
  writeDurably,
} from '../../files/file-operations.ts';
import { hasOwnFolder } from '../../files/own-folder.ts';
import { primesFolder, STAGING_PREFIX } from '../primes-folder.ts';
import { restoreItem } from './index-items.ts';
import { hasPrime, movePrime, placesOf, type Staging } from './staging.ts';
import {
  findBytes,
  findJournal,
  findJournalPath,
  type Journal,
  type JournalChange,
  removeJournal,
} from './tree-journal.ts';

/** Options for changes of the tree. */
export interface TreeOptions {
  /** The folder for journals: it belongs to the user, and is created on demand. */
  readonly journalFolder: string;
  /** Called with a sentence about a harmless failure, such as a file that could not be removed. */
  readonly onWarning?: (text: string) => void;
  readonly files?: FileOperations;
}

/**
 * Recovers from killed commands: rolls back an uncommitted change, with a warning, and removes leftovers in
 * `.primes`. A staging folder without a journal of this user may be part of a checkout: nothing is moved from
 * there. Call it under the lock of the project.
 * @returns whether a change was rolled back
 * @throws ValidationError if a symbolic link is in the way
 */
export async function recoverTree(
  projectFolder: string,
  { journalFolder, onWarning, files = fs }: TreeOptions,
): Promise<boolean> {
  const primes = primesFolder(projectFolder);
  if (!hasOwnFolder(primes, files)) return false;
  const leftovers = files.readdirSync(primes).filter((name) => name.startsWith(STAGING_PREFIX));
  let isTakenBack = false;
  for (const name of leftovers.sort()) {
    const staging = { primes, folder: join(primes, name) };
    const journalPath = findJournalPath(journalFolder, staging);
    if (journalPath !== undefined) {
      const journal = findJournal(files, journalPath);
      if (journal === 'damaged') {
        onWarning?.(
          `${journalPath} cannot be read: a change of ${primes} may be incomplete; run 'prime install'`,
        );
      } else if (journal !== undefined) {
        await takeBack(files, staging, journal);
        onWarning?.(`an earlier change of ${primes} was interrupted, and has been rolled back`);
        isTakenBack = true;
      }
      removeJournal(files, journalPath);
    }
    removeStaging(files, staging, { journalPath, onWarning });
  }
  return isTakenBack;
}

/**
 * Restores the tree and the lock file to their state before the change. The caller then removes the journal.
 */
export async function takeBack(files: FileOperations, staging: Staging, journal: Journal): Promise<void> {
  await restoreLock(files, staging, journal);
  for (const change of journal.changes) await restorePrime(files, staging, change);
  for (const change of journal.index ?? []) await restoreItem(files, staging, change);
}

/**
 * Removes a staging folder and its contents, after its journal. A failure is a warning: the next command
 * tries again.
 */
export function removeStaging(
  files: FileOperations,
  { folder }: Staging,
  {
    journalPath,
    onWarning,
  }: { readonly journalPath: string | undefined; readonly onWarning: TreeOptions['onWarning'] },
): void {
  try {
    // After a power failure, the journal must not reappear when the files it would restore are gone.
    const journals = journalPath === undefined ? undefined : dirname(journalPath);
    // The cache may have been deleted in the meantime.
    if (journals !== undefined && hasOwnFolder(journals, files)) syncFolder(files, journals);
    files.rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  } catch (error) {
    // The draft of a lock of another process looks like a leftover, and disappears by itself.
    if (codeOf(error) === 'ENOENT') return;
    const reason = error instanceof Error ? error.message : String(error);
    onWarning?.(`${folder} could not be removed; the next change will try again: ${reason}`);
  }
}

async function restoreLock(
  files: FileOperations,
  { primes, folder }: Staging,
  { oldLock, newLock }: Journal,
): Promise<void> {
  const path = join(primes, 'lock.yaml');
  // Any other text is the old one, or was written since.
  if (newLock === null || findBytes(files, path)?.toString('latin1') !== newLock) return;
  if (oldLock === null) files.unlinkSync(path);
  else await writeDurably(files, path, Buffer.from(oldLock, 'latin1'), join(folder, 'lock.old'));
}

async function restorePrime(
  files: FileOperations,
  staging: Staging,
  { name, hadOld }: JournalChange,
): Promise<void> {
  const { installed, staged, replaced } = placesOf(staging, name);
  const isReplaced = hasPrime(files, staging, replaced);
  // The installed one is new if the old one was moved away, or if there was none and nothing is staged any
  // more.
  const isNew = isReplaced || (!hadOld && !hasPrime(files, staging, staged));
  if (isNew && hasPrime(files, staging, installed))
    await movePrime(files, staging, { from: installed, to: staged });
  if (isReplaced) await movePrime(files, staging, { from: replaced, to: installed });
  removeIfEmpty(files, dirname(installed));
}
