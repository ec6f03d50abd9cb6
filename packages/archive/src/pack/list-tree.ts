// Lists the files of a folder on disk for packing.
import { createReadStream } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describeItem } from '../paths/disk-item.ts';
import { sortByPath } from '../paths/sort-by-path.ts';
import { findPackProblems } from './find-pack-problems.ts';
import type { PackEntry } from './pack-entry.ts';
import { type PackProblem, requireNoProblem } from './pack-error.ts';

export interface ListTreeOptions {
  /**
   * True for a file or a folder to leave out. The path is relative to the root, with `/` between folders and
   * none at the end; `isFolder` distinguishes patterns such as `build/` and `build`. A symbolic link is not a
   * folder, as in git. It is not called for the contents of a folder that is left out.
   */
  exclude?: (path: string, isFolder: boolean) => boolean;
}

/**
 * The files below a folder, at any depth, without empty folders, as in version control.
 * @throws PackError for each symbolic link, each other item that is neither a file nor a folder, and each name that is not
 *   valid UTF-8, unless left out, and with them for what else cannot be packed. Errors of the file system are thrown unchanged.
 */
export async function listTree(rootFolder: string, options: ListTreeOptions = {}): Promise<PackEntry[]> {
  const entries: PackEntry[] = [];
  const problems: PackProblem[] = [];
  const folders = [''];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    const location = join(rootFolder, folder);
    for (const item of await readdir(location, { withFileTypes: true, encoding: 'buffer' })) {
      const { path, isFolder, problem } = describeItem(folder, item);
      if (options.exclude?.(path, isFolder)) continue;
      if (problem !== undefined) problems.push({ path, complaint: problem });
      else if (isFolder) folders.push(path);
      else entries.push(await describeFile(rootFolder, path));
    }
  }
  // Without such an item, packEntries finds the rest.
  if (problems.length > 0)
    requireNoProblem(sortByPath([...problems, ...findPackProblems(sortByPath(entries))]));
  return entries;
}

async function describeFile(rootFolder: string, path: string): Promise<PackEntry> {
  const location = join(rootFolder, path);
  const { size } = await lstat(location);
  return { path, sizeBytes: size, read: () => createReadStream(location) };
}
