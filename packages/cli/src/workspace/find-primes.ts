// Finds the Primes of a workspace: the folders with a pack.yaml below a folder.
import { readdir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { Manifest } from '@prime-registry/protocol';
import { type PlacedProblem, ValidationError } from '../errors/validation-error.ts';
import { MANIFEST_FILE, readManifest } from '../pack/read-manifest.ts';

export interface WorkspacePrime {
  /** Absolute path. */
  readonly folder: string;
  readonly manifest: Manifest;
}

/** Folders below this depth are not searched. */
const MAX_DEPTH = 5;
/** Most Primes of a workspace. */
const MAX_PRIMES = 1000;

/**
 * Finds them in the folder itself and below, sorted by name. Hidden folders and `node_modules` are left out, and so
 * are folders inside a Prime.
 * @throws ValidationError if there are none, if a manifest is wrong, or if two have the same name
 */
export async function findPrimes(root: string): Promise<WorkspacePrime[]> {
  const folders = await findFolders(root, 0);
  if (folders.length === 0) {
    const message = `there is no ${MANIFEST_FILE} in ${root} or in a folder below; 'prime init' writes one`;
    throw new ValidationError(message);
  }
  if (folders.length > MAX_PRIMES) {
    throw new ValidationError(
      `${root} has more than ${MAX_PRIMES} Primes; publish the folders below it one by one`,
    );
  }
  const primes: WorkspacePrime[] = [];
  const problems: PlacedProblem[] = [];
  for (const folder of folders) {
    try {
      primes.push({ folder, manifest: (await readManifest(folder)).manifest });
    } catch (error) {
      if (!(error instanceof ValidationError)) throw error;
      const path = join(folder, MANIFEST_FILE);
      // A file that is too large has no wrong field, and must not be left out either.
      const { problems: found, message } = error;
      const all: readonly PlacedProblem[] = found.length > 0 ? found : [{ field: '', message }];
      problems.push(
        ...all.map(({ field, ...problem }) => ({
          ...{ ...problem, path, key: field },
          field: `${relative(root, path)} ${field}`.trimEnd(),
        })),
      );
    }
  }
  if (problems.length > 0) throw new ValidationError(`some Primes of ${root} cannot be published`, problems);
  primes.sort((a, b) => (a.manifest.name.full < b.manifest.name.full ? -1 : 1));
  requireUnique(root, primes);
  return primes;
}

async function findFolders(folder: string, depth: number): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  if (entries.some((entry) => entry.name === MANIFEST_FILE && entry.isFile())) return [folder];
  if (depth === MAX_DEPTH) return [];
  const found: string[] = [];
  for (const entry of entries) {
    // Links are not followed: they could lead anywhere, or in a circle.
    if (!entry.isDirectory() || entry.name.startsWith('.') || entry.name === 'node_modules') continue;
    found.push(...(await findFolders(join(folder, entry.name), depth + 1)));
  }
  return found;
}

function requireUnique(root: string, primes: readonly WorkspacePrime[]): void {
  const problems = primes.flatMap(({ folder, manifest }, index) => {
    const other = primes[index + 1];
    if (other?.manifest.name.full !== manifest.name.full) return [];
    const places = `${relative(root, folder)} and ${relative(root, other.folder)}`;
    return [
      {
        field: manifest.name.full,
        message: `is the name of ${places}; give one of them another name`,
        ...{ path: join(folder, MANIFEST_FILE), key: 'name' },
      },
    ];
  });
  if (problems.length > 0) throw new ValidationError(`two Primes of ${root} have the same name`, problems);
}
