// Rolls back an incomplete change of the tree, after a full disk or a killed process. Each step checks the
// state on disk first, so the rollback is idempotent and may itself be interrupted.
import fs from 'node:fs';
import { dirname, join } from 'node:path';
import { codeOf, type FileOperations, syncFolder } from '../../files/file-operations.ts';
import { hasOwnFolder } from '../../files/own-folder.ts';
import { primesFolder, STAGING_PREFIX } from '../primes-folder.ts';
import type { Staging } from './staging.ts';
import { takeBack } from './take-back.ts';
import { findJournal, findJournalPath, removeJournal } from './tree-journal.ts';

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
