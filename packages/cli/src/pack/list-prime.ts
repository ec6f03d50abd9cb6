// Lists the files of a Prime on disk, and the files that are left out.
import { readFileSync } from 'node:fs';
import nodePath from 'node:path';
import { listTree, type PackEntry } from '@prime-registry/archive';
import { createExclusions, IGNORE_FILE } from './exclusions.ts';

/** The contents of the folder of a Prime. */
export interface PrimeListing {
  readonly entries: readonly PackEntry[];
  /** Paths of files, and of whole folders, that are not packed. */
  readonly leftOut: readonly string[];
  /** Those of them that may contain secrets. */
  readonly secrets: readonly string[];
}

/**
 * Lists a Prime. `outputPath` is never part of it.
 * @throws PackError for a symbolic link, and anything else that a Prime must not contain
 */
export async function listPrime(folder: string, outputPath?: string): Promise<PrimeListing> {
  const exclusionOf = createExclusions((place) => readPatterns(nodePath.join(folder, place)));
  const output = outputPath === undefined ? undefined : pathWithin(folder, outputPath);
  const leftOut: string[] = [];
  const secrets: string[] = [];
  const entries = await listTree(folder, {
    exclude(path, isFolder) {
      const exclusion = path === output ? 'litter' : exclusionOf(path, isFolder);
      if (exclusion === undefined) return false;
      leftOut.push(path);
      if (exclusion === 'secret') secrets.push(path);
      return true;
    },
  });
  return { entries, leftOut, secrets };
}

/** The path of a file relative to a folder, with `/`; undefined if it is outside. */
export function pathWithin(
  folder: string,
  filePath: string,
  { relative, isAbsolute, sep }: Pick<typeof nodePath, 'relative' | 'isAbsolute' | 'sep'> = nodePath,
): string | undefined {
  const path = relative(folder, filePath);
  const segments = path.split(sep);
  return isAbsolute(path) || segments[0] === '..' ? undefined : segments.join('/');
}

function readPatterns(folder: string): string {
  try {
    return new TextDecoder().decode(readFileSync(nodePath.join(folder, IGNORE_FILE)));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return '';
    throw error;
  }
}
