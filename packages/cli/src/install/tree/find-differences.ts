// Finds the files of an installed Prime that differ from its tarball.
import { listFileDigests } from '@prime-registry/archive';
import { readCachedFiles } from '../cache/digest-cached-tree.ts';
import type { TarballCache } from '../cache/tarball-cache.ts';
import { isBehindLink } from './installed-tree.ts';

/** A file that differs from the installed one. */
export interface FileDifference {
  /** Relative to the folder of the Prime, with `/`. */
  readonly path: string;
  readonly state: 'changed' | 'missing' | 'added';
}

/**
 * The differences between the folder of a Prime and its tarball, sorted by path; undefined if they cannot be
 * compared: the tarball is not in the cache, or the folder is behind a symbolic link.
 */
export async function findDifferences(
  folder: string,
  sha256: string,
  cache: TarballCache,
): Promise<FileDifference[] | undefined> {
  if (await isBehindLink(folder)) return undefined;
  const expected = await readCachedFiles(cache, sha256);
  if (expected === undefined) return undefined;
  const actual = new Map((await listFileDigests(folder)).map((file) => [file.path, file]));
  const differences: FileDifference[] = [];
  for (const { path, sha256: digest } of expected) {
    const file = actual.get(path);
    if (file === undefined) differences.push({ path, state: 'missing' });
    else if (file.sha256 !== digest) differences.push({ path, state: 'changed' });
    actual.delete(path);
  }
  for (const path of actual.keys()) differences.push({ path, state: 'added' });
  return differences.sort((a, b) => (a.path < b.path ? -1 : 1));
}
