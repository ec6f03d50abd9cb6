// Takes a change of the tree back, as its journal says. Each step checks the state on disk first, so that it is idempotent and
// may itself be interrupted.
import { dirname, join } from 'node:path';
import { type FileOperations, removeIfEmpty, writeDurably } from '../../files/file-operations.ts';
import { restoreItem } from './index-items.ts';
import type { Journal, JournalChange } from './journal.ts';
import { hasPrime, movePrime, placesOf, type Staging } from './staging.ts';
import { findBytes } from './tree-journal.ts';

/**
 * Restores the tree and the lock file to their state before the change. The caller then removes the journal.
 */
export async function takeBack(files: FileOperations, staging: Staging, journal: Journal): Promise<void> {
  await restoreLock(files, staging, journal);
  for (const change of journal.changes) await restorePrime(files, staging, change);
  for (const change of journal.index ?? []) await restoreItem(files, staging, change);
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
