// What a change of the tree does to the disk, one call for each step, so that a test can stop it between any two of them.
// The calls block: they are many and short, and there is nothing else to do meanwhile.
import type fs from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** The functions of `node:fs` that are used. */
export type FileOperations = Pick<
  typeof fs,
  | 'closeSync'
  | 'fsyncSync'
  | 'lstatSync'
  | 'mkdirSync'
  | 'openSync'
  | 'readFileSync'
  | 'readdirSync'
  | 'renameSync'
  | 'rmSync'
  | 'rmdirSync'
  | 'unlinkSync'
  | 'writeFileSync'
>;

// On Windows a file or a folder cannot be moved while a virus scanner or an editor reads it, which soon passes.
const BUSY = ['EBUSY', 'EPERM', 'EACCES'];
const PAUSES_MS = [10, 40, 160, 640];

/** Moves a file or a folder, and tries again for a second while something holds on to it. */
export async function move(files: FileOperations, from: string, to: string): Promise<void> {
  for (const pauseMs of PAUSES_MS) {
    try {
      return files.renameSync(from, to);
    } catch (error) {
      if (!BUSY.includes(codeOf(error))) throw error;
    }
    await delay(pauseMs);
  }
  files.renameSync(from, to);
}

/** Puts a file in place, whole and on the disk. The temporary file, in the same file system, may be left from another try. */
export async function writeDurably(
  files: FileOperations,
  path: string,
  bytes: Uint8Array,
  temporaryPath: string,
): Promise<void> {
  files.rmSync(temporaryPath, { force: true });
  const file = files.openSync(temporaryPath, 'wx');
  try {
    files.writeFileSync(file, bytes);
    files.fsyncSync(file);
  } finally {
    files.closeSync(file);
  }
  await move(files, temporaryPath, path);
  syncFolder(files, dirname(path));
}

/** Makes the entries of a folder durable. */
export function syncFolder(files: FileOperations, path: string): void {
  // Windows has no way to sync a folder; renames there are in the journal of the file system.
  if (process.platform === 'win32') return;
  const folder = files.openSync(path, 'r');
  try {
    files.fsyncSync(folder);
  } finally {
    files.closeSync(folder);
  }
}

/** Removes a file, if it is there. */
export function removeFile(files: FileOperations, path: string): void {
  // A file system that is read-only refuses to remove even what is not there.
  if (files.lstatSync(path, { throwIfNoEntry: false }) !== undefined) files.unlinkSync(path);
}

/** Removes a folder if nothing is in it; anything else, such as a link, stays. */
export function removeIfEmpty(files: FileOperations, path: string): void {
  try {
    files.rmdirSync(path);
  } catch (error) {
    if (!['ENOTEMPTY', 'EEXIST', 'ENOENT', 'ENOTDIR'].includes(codeOf(error))) throw error;
  }
}

/** The code of an error of the file system, such as `ENOENT`; empty for any other error. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
