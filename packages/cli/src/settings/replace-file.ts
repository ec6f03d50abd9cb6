// Files of settings are replaced whole: whoever reads one sees the old text or the new one, also after a crash.
import { randomUUID } from 'node:crypto';
import { mkdir, open, realpath, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Who may read what is written, as file modes; systems without modes ignore them. */
export interface ReplaceOptions {
  /** Of the file; what is usual when left out. */
  readonly mode?: number;
  /** Of folders that have to be made. */
  readonly folderMode?: number;
}

/** Writes the text to the disk, making folders as needed. A symbolic link stays: what it leads to is replaced. */
export async function replaceFile(
  path: string,
  text: string,
  { mode = 0o666, folderMode = 0o777 }: ReplaceOptions = {},
): Promise<void> {
  const target = await realpath(path).catch(() => path);
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

async function writeNew(path: string, text: string, mode: number): Promise<void> {
  await using file = await open(path, 'wx', mode);
  await file.writeFile(text);
  // Before the rename: a power failure must not leave the new name on an empty file.
  await file.sync();
}
