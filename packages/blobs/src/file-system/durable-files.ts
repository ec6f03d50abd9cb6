// Whole files that survive a power failure and are never visible in part.
import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { copyFile, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { syncFolder } from './durable-folders.ts';

/** Replaces the content of a file by a text, with an atomic rename. @param mode - who may read it */
export async function replaceFileDurably(path: string, text: string, mode = 0o640): Promise<void> {
  const draft = `${path}.new`;
  const file = await open(draft, 'w', mode);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  await moveDurably(draft, path);
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
