// What is found in a folder on disk, with what keeps it out of a Prime. Paths are judged elsewhere.
import type { Dirent } from 'node:fs';
import { findText } from '../tar/decode-utf8.ts';

/** A file, a folder or something else below a listed root. */
export interface DiskItem {
  /** Relative to the root, with `/`; where the name is no UTF-8, it has replacement characters and opens nothing. */
  readonly path: string;
  /** Whether it is a folder itself; a symbolic link to one is not. */
  readonly isFolder: boolean;
  /** Why no Prime may hold it, as the end of a sentence that begins with the path; undefined for most. */
  readonly problem: string | undefined;
}

/** Describes an item of a folder, which is given relative to the root, and is `''` for the root. */
export function describeItem(folder: string, item: Dirent<Buffer>): DiskItem {
  const name = findText(item.name);
  const shownName = name ?? item.name.toString('utf8');
  return {
    path: folder === '' ? shownName : `${folder}/${shownName}`,
    isFolder: item.isDirectory(),
    problem: name === undefined ? 'has a name that is not valid UTF-8; rename it' : findKindProblem(item),
  };
}

function findKindProblem(item: Dirent<Buffer>): string | undefined {
  if (item.isFile() || item.isDirectory()) return undefined;
  return `is ${describeKind(item)}; a Prime may hold only files and folders`;
}

function describeKind(item: Dirent<Buffer>): string {
  if (item.isSymbolicLink()) return 'a symbolic link';
  if (item.isFIFO()) return 'a named pipe';
  if (item.isSocket()) return 'a socket';
  return 'a device';
}
