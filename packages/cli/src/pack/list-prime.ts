// Lists the files of a Prime on disk, and the files that are left out.
import nodePath from 'node:path';
import { listTree, type PackEntry } from '@prime-registry/archive';
import { ValidationError } from '../errors/validation-error.ts';
import { createExclusions } from './exclusions.ts';
import { findFilesList } from './files-list.ts';
import { findRepository, readIgnoreFiles } from './ignore-files.ts';
import { isRegistryData } from './registry-data.ts';

/** The contents of the folder of a Prime. */
export interface PrimeListing {
  readonly entries: readonly PackEntry[];
  /** Paths of files, and of whole folders, that are not packed. */
  readonly leftOut: readonly string[];
  /** Those of them that may contain secrets. */
  readonly secrets: readonly string[];
  /** Those of them that are folders with the data of a registry. */
  readonly registryData: readonly string[];
  /** Those of them that are atoms, sources or compiled, left out because of a .gitignore. */
  readonly ignoredAtoms: readonly string[];
  /** Files that are packed although git ignores them. */
  readonly unignored: readonly string[];
}

/** What to list, and what else to know about it. */
export interface ListOptions {
  /** The text of its pack.yaml, which may have a list `files:`. */
  readonly manifestBytes: Uint8Array;
  /** A file that is never part of the Prime. */
  readonly outputPath?: string | undefined;
}

/** Atoms and their compiled form. */
const ATOMS = /^(?:primes|compiled)(?:\/|$)/;
/** Built from the sources, so that git often ignores it. */
const COMPILED = /^(?:primes\/)?compiled\//;

/**
 * Lists a Prime.
 * @throws PackError for a symbolic link, and anything else that a Prime must not contain
 * @throws ValidationError if `files:` cannot be used, or the folder itself is the data folder of a registry
 */
export async function listPrime(
  folder: string,
  { manifestBytes, outputPath }: ListOptions,
): Promise<PrimeListing> {
  if (isRegistryData(folder)) {
    throw new ValidationError(`${folder} is the data folder of a registry, or a backup of one`, [], {
      hint: 'move the Prime to a folder of its own',
    });
  }
  const files = findFilesList(manifestBytes);
  const { exclusionOf, isIgnoredByGit } = createExclusions({
    readIgnoreFiles: (place) => readIgnoreFiles(nodePath.join(folder, place)),
    isRegistryData: (place) => isRegistryData(nodePath.join(folder, place)),
    repository: findRepository(folder),
    files,
  });
  const output = outputPath === undefined ? undefined : pathWithin(folder, outputPath);
  const left: { readonly path: string; readonly exclusion: string }[] = [];
  const entries = await listTree(folder, {
    exclude(path, isFolder) {
      const exclusion = path === output ? 'litter' : exclusionOf(path, isFolder);
      if (exclusion === undefined) return false;
      left.push({ path, exclusion });
      return true;
    },
  });
  const paths = entries.map(({ path }) => path);
  const pathsOf = (wanted: string) =>
    left.filter(({ exclusion }) => exclusion === wanted).map(({ path }) => path);
  const listed = left.filter(({ exclusion }) => exclusion !== 'unlisted').map(({ path }) => path);
  files?.requireMatches(paths, listed);
  return {
    entries,
    leftOut: left.map(({ path }) => path),
    secrets: pathsOf('secret'),
    registryData: pathsOf('data'),
    ignoredAtoms: pathsOf('git').filter((path) => ATOMS.test(path)),
    unignored: paths.filter((path) => !COMPILED.test(path) && isIgnoredByGit(path)),
  };
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
