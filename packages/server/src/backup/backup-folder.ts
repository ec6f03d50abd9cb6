// The folder of a backup: blobs as in a data folder, a copy of the database, and a description that names it. The
// description is put in place last, at once: what it does not name is no part of a backup.
import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { moveDurably, replaceFileDurably } from '@prime-registry/blobs/file-system';
import { isSha256 } from '@prime-registry/protocol';

/** What a finished backup holds. */
export interface BackupDescription {
  readonly format: 1;
  /** When the database was copied: what was published before is in it. */
  readonly created_at: string;
  readonly database: { readonly file: string; readonly sha256: string };
  readonly versions: number;
  readonly blobs: number;
  readonly blob_bytes: number;
  /** Digests of blobs that versions need and that were missing or damaged when it was made. */
  readonly faulty: readonly string[];
}

const DESCRIPTION = 'backup.json';
const DATABASE = /^registry-[0-9TZ]+\.sqlite$/;
/** The folder that holds what is being made. */
const DRAFTS = 'uploads';
// What a mount point or a desktop leaves in an empty folder is nobody's work.
const NOTHING = new Set(['lost+found', '.DS_Store']);
const STALE_MS = 24 * 3_600_000;

/** A folder that cannot be used as it was meant; the message is for the operator. */
export class BackupFolderError extends Error {
  override readonly name = 'BackupFolderError';
}

/** What is in a folder, as far as anybody put it there; nothing when there is no such folder. */
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
    (name) => ![DESCRIPTION, `${DESCRIPTION}.new`, 'blobs', DRAFTS].includes(name) && !DATABASE.test(name),
  );
  if (strange === undefined) return;
  throw new BackupFolderError(
    `${folder} is no folder of backups: there is ${strange} in it; give an empty folder, or one that a backup has made`,
  );
}

/** The finished backup in a folder. @throws BackupFolderError when there is none, or none that can be understood */
export async function readBackup(folder: string): Promise<BackupDescription> {
  const description = await findBackup(folder);
  if (description !== undefined) return description;
  const isBegun = (await listContents(folder)).includes('blobs');
  throw new BackupFolderError(
    isBegun
      ? `there is no finished backup in ${folder}: one was begun and has not ended; make it again`
      : `there is no backup in ${folder}: there is no ${DESCRIPTION} in it`,
  );
}

/** The finished backup in a folder; undefined when there is none. */
async function findBackup(folder: string): Promise<BackupDescription | undefined> {
  let text: string;
  try {
    text = await readFile(join(folder, DESCRIPTION), 'utf8');
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(String((error as NodeJS.ErrnoException).code))) return undefined;
    throw error;
  }
  const description = parseDescription(text);
  if (description === undefined) {
    throw new BackupFolderError(
      `${join(folder, DESCRIPTION)} cannot be understood: it is damaged, or of a newer prime-registry`,
    );
  }
  return description;
}

function parseDescription(text: string): BackupDescription | undefined {
  let value: Partial<BackupDescription> | null;
  try {
    value = JSON.parse(text) as Partial<BackupDescription> | null;
  } catch {
    return undefined;
  }
  const { format, database, created_at } = value ?? {};
  // The name is part of a path.
  const isWhole =
    format === 1 &&
    typeof created_at === 'string' &&
    typeof database?.file === 'string' &&
    DATABASE.test(database.file) &&
    typeof database.sha256 === 'string' &&
    isSha256(database.sha256);
  return isWhole ? (value as BackupDescription) : undefined;
}

/** A name for the copy of the database. */
export function databaseNameAt(timeMs: number): string {
  return `registry-${new Date(timeMs).toISOString().replaceAll(/[-:.]/g, '')}.sqlite`;
}

/**
 * Makes the backup the one of the folder: from now on it, before that the one that was there.
 * @param draft - the copy of the database, whose bytes are durable
 */
export async function finishBackup(
  folder: string,
  draft: string,
  description: BackupDescription,
): Promise<void> {
  const before = await findBackup(folder);
  await moveDurably(draft, join(folder, description.database.file));
  await replaceFileDurably(join(folder, DESCRIPTION), `${JSON.stringify(description, undefined, 2)}\n`);
  await removeOldCopies(folder, description.database.file, before?.database.file);
}

/** A copy that is named nowhere may be that of a backup which is about to name it, unless it is old. */
async function removeOldCopies(folder: string, current: string, former: string | undefined): Promise<void> {
  for (const name of await listContents(folder)) {
    if (name === current || !DATABASE.test(name)) continue;
    const path = join(folder, name);
    if (name === former || Date.now() - (await stat(path)).mtimeMs > STALE_MS)
      await rm(path, { force: true });
  }
}
