// Files of settings are replaced whole: whoever reads one sees the old text or the new one, also after a crash.
import { randomUUID } from 'node:crypto';
import { lstatSync } from 'node:fs';
import { mkdir, open, realpath, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { ValidationError } from '../errors/validation-error.ts';
import { hasOwnFolder } from './own-folder.ts';

/** Who may read what is written, as file modes; systems without modes ignore them. */
export interface ReplaceOptions {
  /** Of the file; what is usual when left out. */
  readonly mode?: number;
  /** Of folders that have to be made. */
  readonly folderMode?: number;
  /** Whether what a symbolic link leads to is replaced; true when left out. */
  readonly followsLinks?: boolean;
}

/**
 * Writes the text to the disk, making folders as needed. A symbolic link stays: what it leads to is replaced, or nothing is.
 * @throws ValidationError when the file, or the folder that it is in, is a link that is not to be followed
 */
export async function replaceFile(
  path: string,
  text: string,
  { mode = 0o666, folderMode = 0o777, followsLinks = true }: ReplaceOptions = {},
): Promise<void> {
  if (!followsLinks) refuseLinks(path);
  const target = followsLinks ? await realpath(path).catch(() => path) : path;
  await mkdir(dirname(target), { recursive: true, mode: folderMode });
  const temporary = `${target}.${randomUUID()}.tmp`;
  try {
    await writeNew(temporary, text, mode);
    await rename(temporary, target);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

function refuseLinks(path: string): void {
  hasOwnFolder(dirname(path));
  if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() !== true) return;
  throw new ValidationError(
    `${path} is a symbolic link, and prime changes no file of a project through one; put the file itself there and try again`,
  );
}

async function writeNew(path: string, text: string, mode: number): Promise<void> {
  await using file = await open(path, 'wx', mode);
  await file.writeFile(text);
  // Before the rename: a power failure must not leave the new name on an empty file.
  await file.sync();
}
