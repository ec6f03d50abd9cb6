// Whole files that survive a power failure and are never visible in part.
import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { copyFile, link, open, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isAbandoned, isUploadFileName, uploadFileName } from '../upload-leftovers.ts';
import { syncFolder } from './durable-folders.ts';

/**
 * Replaces the content of a file by a text, with an atomic rename. Of simultaneous writers, the last one wins.
 * @param mode - who may read it
 */
export async function replaceFileDurably(path: string, text: string, mode = 0o640): Promise<void> {
  const folder = dirname(path);
  // Several processes may write at the same time, so each has a draft of its own.
  const draft = join(folder, uploadFileName());
  try {
    await writeDraft(draft, text, mode);
    await moveDurably(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
  // The file is in place, whether or not these can be removed.
  await removeDrafts(folder).catch(() => undefined);
}

/**
 * Writes a file that does not exist yet. Of several processes that try it at once, one succeeds.
 * @param mode - who may read it
 * @returns whether this call wrote it
 */
export async function createFileDurably(path: string, text: string, mode: number): Promise<boolean> {
  const folder = dirname(path);
  const draft = join(folder, uploadFileName());
  try {
    await writeDraft(draft, text, mode);
    await link(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    await rm(draft, { force: true });
  }
  await syncFolder(folder);
  await removeDrafts(folder).catch(() => undefined);
  return true;
}

async function writeDraft(path: string, text: string, mode: number): Promise<void> {
  const file = await open(path, 'wx', mode);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Removes the drafts of processes that were killed. */
async function removeDrafts(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const draft = join(folder, name);
    if (isUploadFileName(name) && (await isAbandoned(draft, name))) await rm(draft, { force: true });
  }
}

/** Moves a file whose bytes are durable. */
export async function moveDurably(file: string, path: string): Promise<void> {
  await rename(file, path);
  await syncFolder(dirname(path));
}

/**
 * Copies a file and makes its bytes durable. A file system that supports it shares them until one of the
 * files changes.
 */
export async function copyDurably(file: string, copy: string): Promise<void> {
  await copyFile(file, copy, constants.COPYFILE_FICLONE);
  await syncFile(copy);
}

/** Removes a file if it exists. */
export async function removeDurably(path: string): Promise<void> {
  await rm(path, { force: true });
  await syncFolder(dirname(path));
}

/** Makes the bytes of a file durable. */
export async function syncFile(path: string): Promise<void> {
  const file = await open(path, 'r+');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

/** The digest of a file. */
export async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  const file = await open(path);
  // The stream closes the file.
  for await (const chunk of file.createReadStream({ highWaterMark: 2 ** 20 })) hash.update(chunk as Buffer);
  return hash.digest('hex');
}
