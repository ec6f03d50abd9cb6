// Takes back a change of the tree that did not come to its end: the disk was full, or the process was killed. Each step looks
// at what is there, so that this may be interrupted as well, and begun again.
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
import { hasPrime, movePrime, placesOf, type Staging } from './staging.ts';
import {
  findBytes,
  findJournal,
  findJournalPath,
  type Journal,
  type JournalChange,
  removeJournal,
} from './tree-journal.ts';

/** How the tree is changed. */
export interface TreeOptions {
  /** Where journals are kept: a folder of the user's own, made when it is needed. */
  readonly journalFolder: string;
  /** Told what does no harm, in a sentence: files that could not be removed. */
  readonly onWarning?: (text: string) => void;
  readonly files?: FileOperations;
}

/**
 * Puts right what killed commands left in `.primes`: a change that was not committed is taken back, with a warning, and what
 * is left over is removed. What no journal of this user names may have come with a checkout: nothing is moved from there. To
 * be called under the lock of the project.
 * @returns whether a change was taken back
 * @throws ValidationError when a symbolic link is in the way
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
          `${journalPath} cannot be read: a change of ${primes} may be half done; run 'prime install'`,
        );
      } else if (journal !== undefined) {
        await takeBack(files, staging, journal);
        onWarning?.(`an earlier change of ${primes} did not come to its end, and was taken back`);
        isTakenBack = true;
      }
      removeJournal(files, journalPath);
    }
    removeStaging(files, staging, { journalPath, onWarning });
  }
  return isTakenBack;
}

/** Brings tree and lock file back to what they were before the change. The journal has to go afterwards. */
export async function takeBack(files: FileOperations, staging: Staging, journal: Journal): Promise<void> {
  await restoreLock(files, staging, journal);
  for (const change of journal.changes) await restorePrime(files, staging, change);
}

/**
 * Removes a staging folder with all that is in it, when its journal is gone. A failure is only a warning: it is tried again.
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
    // After a power failure the journal must not be back while what it would bring back is gone.
    const journals = journalPath === undefined ? undefined : dirname(journalPath);
    // Unless somebody emptied the cache meanwhile.
    if (journals !== undefined && hasOwnFolder(journals, files)) syncFolder(files, journals);
    files.rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  } catch (error) {
    // What another process prepared for taking the lock looks like a leftover, and is gone in a moment.
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
  // Any other text is the old one, or somebody wrote it since.
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
  // What is installed is the new one if the old one is aside, or if there was none and nothing is staged any more.
  const isNew = isReplaced || (!hadOld && !hasPrime(files, staging, staged));
  if (isNew && hasPrime(files, staging, installed)) await movePrime(files, staging, installed, staged);
  if (isReplaced) await movePrime(files, staging, replaced, installed);
  removeIfEmpty(files, dirname(installed));
}
