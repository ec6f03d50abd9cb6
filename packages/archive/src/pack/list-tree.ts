// Lists what is to be packed of a folder on disk.
import { createReadStream } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describeItem } from '../paths/disk-item.ts';
import type { PackEntry } from './pack-entry.ts';
import { PackError } from './pack-error.ts';

/** What to leave out. */
export interface ListTreeOptions {
  /**
   * True for what to leave out: a file, or a folder with all that is in it. The path is relative to the root, with
   * `/` between folders and none at the end, so that whoever reads `.gitignore` patterns has `isFolder` to tell
   * `build/` from `build`. Symbolic links are no folders here, as in git. Nothing in a folder that is left out is
   * asked about.
   */
  exclude?: (path: string, isFolder: boolean) => boolean;
}

/**
 * The files below a folder, at any depth; empty folders are left out, as in version control.
 * @throws PackError for a symbolic link, for anything else that is neither file nor folder, and for a name that is
 * not valid UTF-8, unless left out. Errors of the file system are thrown as they are.
 */
export async function listTree(rootFolder: string, options: ListTreeOptions = {}): Promise<PackEntry[]> {
  const entries: PackEntry[] = [];
  const folders = [''];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    const location = join(rootFolder, folder);
    for (const item of await readdir(location, { withFileTypes: true, encoding: 'buffer' })) {
      const { path, isFolder, problem } = describeItem(folder, item);
      if (options.exclude?.(path, isFolder)) continue;
      if (problem !== undefined) throw new PackError(path, problem);
      if (isFolder) folders.push(path);
      else entries.push(await describeFile(rootFolder, path));
    }
  }
  return entries;
}

async function describeFile(rootFolder: string, path: string): Promise<PackEntry> {
  const location = join(rootFolder, path);
  const { size } = await lstat(location);
  return { path, sizeBytes: size, read: () => createReadStream(location) };
}
