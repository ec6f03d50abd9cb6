// A digest of a whole tree of files, which can be reproduced with common programs.
import { createHash } from 'node:crypto';
import { sortByPath } from '../paths/sort-by-path.ts';

/**
 * The digest of a tree, 64 lower-case hexadecimal digits: the SHA-256 of a text with one line for each file
 * (its digest, two spaces, its path), sorted by the bytes of the paths. It is the output of this command in
 * the folder:
 *
 * ```sh
 * find . -type f | sed 's,^./,,' | LC_ALL=C sort | xargs -d '\n' sha256sum | sha256sum
 * ```
 *
 * It does not include modes, times and empty folders.
 */
export function treeDigest(files: Iterable<{ readonly path: string; readonly sha256: string }>): string {
  const hash = createHash('sha256');
  for (const { path, sha256 } of sortByPath(files)) hash.update(describeFile(path, sha256));
  return hash.digest('hex');
}

/**
 * A line in the format of `sha256sum`, with a backslash in front if the path is escaped. No Prime has such a
 * path, but a folder on disk may, and a line break in a name must not look like a second file.
 */
function describeFile(path: string, sha256: string): string {
  const escaped = path.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('\r', '\\r');
  return `${escaped === path ? '' : '\\'}${sha256}  ${escaped}\n`;
}
