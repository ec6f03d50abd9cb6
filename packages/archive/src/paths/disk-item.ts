// An item of a folder on disk, and the reason why it cannot be in a Prime. Paths are checked elsewhere.
import { type Dirent, readdirSync } from 'node:fs';
import { findText } from '../tar/decode-utf8.ts';

/** A file, a folder or anything else below a listed root. */
export interface DiskItem {
  /**
   * Relative to the root, with `/`; a name that is not UTF-8 has replacement characters, so the path opens
   * nothing.
   */
  readonly path: string;
  /** Whether it is a folder; a symbolic link to a folder is not. */
  readonly isFolder: boolean;
  /**
   * Why no Prime can contain it, as the end of a sentence that starts with the path; undefined for most
   * items.
   */
  readonly problem: string | undefined;
}

/** The items of a folder, with the bytes of a name where its text may not be all of it. */
export function listItems(path: string): readonly Dirent<string | Buffer>[] {
  const items = readdirSync(path, { withFileTypes: true });
  // Bytes for each name take a third of the time of a listing, and few names need them.
  return items.some(({ name }) => name.includes('\ufffd'))
    ? readdirSync(path, { withFileTypes: true, encoding: 'buffer' })
    : items;
}

/** Describes an item of a folder; `folder` is relative to the root, and `''` for the root. */
export function describeItem(folder: string, item: Dirent<string | Buffer>): DiskItem {
  const name = typeof item.name === 'string' ? item.name : findText(item.name);
  const shownName = name ?? item.name.toString('utf8');
  return {
    path: folder === '' ? shownName : `${folder}/${shownName}`,
    isFolder: item.isDirectory(),
    problem: name === undefined ? 'has a name that is not valid UTF-8; rename it' : findKindProblem(item),
  };
}

function findKindProblem(item: Dirent<string | Buffer>): string | undefined {
  if (item.isFile() || item.isDirectory()) return undefined;
  let kind = 'a device';
  if (item.isSymbolicLink()) kind = 'a symbolic link';
  if (item.isFIFO()) kind = 'a named pipe';
  if (item.isSocket()) kind = 'a socket';
  return `is ${kind}; a Prime may contain only files and folders`;
}
