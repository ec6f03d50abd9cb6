// The disk operations of a change of the tree, one call per step, so that tests can stop between any two of
// them. The calls block: there are many short ones, and nothing else to do in the meantime.
import type fs from 'node:fs';
import { dirname } from 'node:path';
import { unless } from '../errors/expected.ts';

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

// On Windows, files and folders cannot be moved while a virus scanner or an editor reads them, for a short
// time.
const BUSY = ['EBUSY', 'EPERM', 'EACCES'];
const PAUSES_MS = [10, 40, 160, 640];

/** Moves a file or a folder. Retries for about a second if another program has it open. */
export async function move(files: FileOperations, from: string, to: string): Promise<void> {
  for (const pauseMs of PAUSES_MS) {
    try {
      return files.renameSync(from, to);
    } catch (error) {
      if (!BUSY.includes(codeOf(error))) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
  files.renameSync(from, to);
}

/**
 * Writes a file with fsync and an atomic rename. An old temporary file, in the same file system, is replaced.
 */
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
  // Windows cannot sync a folder; its file system journals renames.
  if (process.platform === 'win32') return;
  const folder = files.openSync(path, 'r');
  try {
    files.fsyncSync(folder);
  } finally {
    files.closeSync(folder);
  }
}

/** Removes a file, if it exists. */
export function removeFile(files: FileOperations, path: string): void {
  // A read-only file system refuses to remove even a file that does not exist.
  if (files.lstatSync(path, { throwIfNoEntry: false }) !== undefined) files.unlinkSync(path);
}

/** Removes a folder if it is empty; anything else, such as a link, stays. */
export function removeIfEmpty(files: FileOperations, path: string): void {
  unless(
    (error) => isAbsent(error) || ['ENOTEMPTY', 'EEXIST'].includes(codeOf(error)),
    () => files.rmdirSync(path),
  );
}

/** Whether an error says that there is no such file. */
export function isMissing(error: unknown): boolean {
  return codeOf(error) === 'ENOENT';
}

/** The same, also if there is a file in place of a folder above it. */
export function isAbsent(error: unknown): boolean {
  return ['ENOENT', 'ENOTDIR'].includes(codeOf(error));
}

/** The code of a file system error, such as `ENOENT`; empty for other errors. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
