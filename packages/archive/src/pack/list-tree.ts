// Lists what is to be packed of a folder on disk.
import { createReadStream, type Dirent } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { PackEntry } from './pack-entry.ts';
import { PackError } from './pack-error.ts';

/** What to leave out. */
export interface ListTreeOptions {
  /** True for the path of a file or of a whole folder to leave out, relative to the root, with `/`. */
  exclude?: (path: string) => boolean;
}

/**
 * The files below a folder, at any depth; empty folders are left out, as in version control.
 * @throws PackError for a symbolic link or anything else that is neither file nor folder, unless left out.
 */
export async function listTree(rootFolder: string, options: ListTreeOptions = {}): Promise<PackEntry[]> {
  const entries: PackEntry[] = [];
  const folders = [''];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for (const item of await readdir(join(rootFolder, folder), { withFileTypes: true })) {
      const path = folder === '' ? item.name : `${folder}/${item.name}`;
      if (options.exclude?.(path)) continue;
      if (item.isDirectory()) folders.push(path);
      else if (item.isFile()) entries.push(await describeFile(rootFolder, path));
      else throw new PackError(path, `is ${describeItem(item)}; a Prime may hold only files and folders`);
    }
  }
  return entries;
}

async function describeFile(rootFolder: string, path: string): Promise<PackEntry> {
  const location = join(rootFolder, path);
  const { size } = await lstat(location);
  return { path, sizeBytes: size, read: () => createReadStream(location) };
}

function describeItem(item: Dirent): string {
  if (item.isSymbolicLink()) return 'a symbolic link';
  if (item.isFIFO()) return 'a named pipe';
  if (item.isSocket()) return 'a socket';
  return 'a device';
}
