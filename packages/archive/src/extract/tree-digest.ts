// One digest for a whole tree of files, which anybody can compute again with common programs.
import { createHash } from 'node:crypto';
import { sortByPath } from '../paths/sort-by-path.ts';

/**
 * The digest of a tree, 64 lower-case hexadecimal digits: the SHA-256 of a text with one line for each file, its
 * digest, two spaces and its path, sorted by the bytes of the paths. It is what this prints in the folder:
 *
 * ```sh
 * find . -type f | sed 's,^./,,' | LC_ALL=C sort | xargs -d '\n' sha256sum | sha256sum
 * ```
 *
 * Modes, times and empty folders are not in it.
 */
export function treeDigest(files: Iterable<{ readonly path: string; readonly sha256: string }>): string {
  const hash = createHash('sha256');
  for (const { path, sha256 } of sortByPath(files)) hash.update(describeFile(path, sha256));
  return hash.digest('hex');
}

/**
 * A line as `sha256sum` prints it: with a backslash in front where the path had to be escaped. No Prime has such a
 * path, but a folder on disk may, and a line break in a name must not pass for a second file.
 */
function describeFile(path: string, sha256: string): string {
  const escaped = path.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('\r', '\\r');
  return `${escaped === path ? '' : '\\'}${sha256}  ${escaped}\n`;
}
