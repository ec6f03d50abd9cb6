// The folder of a backup: blobs as in a data folder, a copy of the database, and a description that names the
// copy. The description is put in place last, by an atomic rename. A file that it does not name is not part
// of a backup.
import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isUploadFileName } from '@prime-registry/blobs';
import { moveDurably, replaceFileDurably } from '@prime-registry/blobs/file-system';
import { LOG_KEY_FILE } from '../wiring/storage/data-folder.ts';
import { KNOWN_VERSIONS_FILE, REMOVED_VERSIONS_FILE } from '../wiring/storage/known-versions.ts';
import { type BackupDescription, DATABASE_NAME, parseDescription } from './backup-description.ts';

const DESCRIPTION = 'backup.json';
/** The folder of unfinished files. */
const DRAFTS = 'uploads';
const OWN: ReadonlySet<string> = new Set([
  // Drafts of earlier versions had the ending.
  ...[DESCRIPTION, KNOWN_VERSIONS_FILE, REMOVED_VERSIONS_FILE].flatMap((file) => [file, `${file}.new`]),
  ...['blobs', DRAFTS, LOG_KEY_FILE],
]);
// Mount points and desktops leave these in empty folders.
const NOTHING = new Set(['lost+found', '.DS_Store']);
const STALE_MS = 24 * 3_600_000;

/** A folder that cannot be used for a backup; the message is for the operator. */
export class BackupFolderError extends Error {
  override readonly name = 'BackupFolderError';
}

/** The contents of a folder, without what systems leave there; empty if there is no such folder. */
export async function listContents(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).filter((name) => !NOTHING.has(name));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw new BackupFolderError(`${folder} cannot be read: ${(error as Error).message}`, { cause: error });
  }
}

/** @throws BackupFolderError unless the folder is empty, missing, or made by a backup, finished or not */
export async function requireBackupFolder(folder: string): Promise<void> {
  const strange = (await listContents(folder)).find(
    // A killed backup leaves a draft.
    (name) => !OWN.has(name) && !DATABASE_NAME.test(name) && !isUploadFileName(name),
  );
  if (strange === undefined) return;
  throw new BackupFolderError(
    `${folder} is not a backup folder: it contains ${strange}; give an empty folder, or one of an earlier backup`,
  );
}

/**
 * The finished backup in a folder.
 * @throws BackupFolderError if there is none, or its description is invalid
 */
export async function readBackup(folder: string): Promise<BackupDescription> {
  const description = await findBackup(folder);
  if (description !== undefined) return description;
  const isBegun = (await listContents(folder)).includes('blobs');
  throw new BackupFolderError(
    isBegun
      ? `there is no finished backup in ${folder}: one was interrupted; run backup again`
      : `there is no backup in ${folder}: there is no ${DESCRIPTION} in it`,
  );
}

/**
 * The finished backup in a folder; undefined if there is none.
 * @throws BackupFolderError if its description is invalid
 */
export async function findBackup(folder: string): Promise<BackupDescription | undefined> {
  let text: string;
  try {
    text = await readFile(join(folder, DESCRIPTION), 'utf8');
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(String((error as NodeJS.ErrnoException).code))) return undefined;
    throw error;
  }
  const description = parseDescription(text);
  if (description === undefined) {
    throw new BackupFolderError(`${join(folder, DESCRIPTION)} is damaged, or made by a newer prime-registry`);
  }
  return description;
}

/**
 * Makes this backup the current one of the folder, in place of the previous one.
 * @param draft - the copy of the database, already synced
 * @param first - the current one when this backup began
 * @throws BackupFolderError if another backup has finished since then, of a newer state: that one stays
 */
export async function finishBackup(
  folder: string,
  draft: string,
  description: BackupDescription,
  first: BackupDescription | undefined,
): Promise<void> {
  const before = await findBackup(folder);
  // Not of one that was there before: a clock that was ahead once would end all backups.
  const isOther = before !== undefined && before.database.file !== first?.database.file;
  if (isOther && before.created_at > description.created_at)
    throw new BackupFolderError(
      `another backup into ${folder} has finished in the meantime, of ${before.created_at}, which is newer than this one: ` +
        'that one stays. Begin a backup when the one before has ended, or give each a folder of its own',
    );
  await moveDurably(draft, join(folder, description.database.file));
  await replaceFileDurably(join(folder, DESCRIPTION), `${JSON.stringify(description, undefined, 2)}\n`);
  await removeOldCopies(folder, description.database.file, before?.database.file);
}

/** A copy without a description may belong to a backup in progress, unless it is old. */
async function removeOldCopies(folder: string, current: string, former: string | undefined): Promise<void> {
  for (const name of await listContents(folder)) {
    if (name === current || !DATABASE_NAME.test(name)) continue;
    const path = join(folder, name);
    if (name === former || Date.now() - (await stat(path)).mtimeMs > STALE_MS)
      await rm(path, { force: true });
  }
}
