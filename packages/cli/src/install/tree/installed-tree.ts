// The actual contents of `.primes`, independent of the lock file.
import { lstatSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type FileDigest, listFileDigests, treeDigest } from '@prime-registry/archive';
import { parsePrimeName } from '@prime-registry/protocol';
import { unless } from '../../errors/expected.ts';
import { isAbsent } from '../../files/file-operations.ts';
import type { LockedPrime } from '../lockfile/lockfile.ts';
import { primesFolder } from '../primes-folder.ts';

/** The state of an installed tree, compared with the lock file. */
export type TreeState = 'intact' | 'changed' | 'missing';

/** The folder of an installed Prime. */
export function primeFolder(projectFolder: string, name: string): string {
  return join(primesFolder(projectFolder), ...name.split('/'));
}

/**
 * Reads every installed file of the Prime and compares the digest of the tree. A Prime behind a symbolic link
 * is `changed`, whatever the link points to.
 */
export async function checkTree(
  projectFolder: string,
  { name, tree_sha256 }: Pick<LockedPrime, 'name' | 'tree_sha256'>,
  signal: AbortSignal,
): Promise<TreeState> {
  return (await readTree(projectFolder, { name, tree_sha256 }, signal)).state;
}

/** As {@link checkTree}, with the files of an intact tree. */
export async function readTree(
  projectFolder: string,
  { name, tree_sha256 }: Pick<LockedPrime, 'name' | 'tree_sha256'>,
  signal: AbortSignal,
): Promise<
  | { readonly state: 'intact'; readonly files: readonly FileDigest[] }
  | { readonly state: Exclude<TreeState, 'intact'> }
> {
  const folder = primeFolder(projectFolder, name);
  try {
    if (await isBehindLink(folder)) return { state: 'changed' };
    const files = await listFileDigests(folder, { signal });
    return treeDigest(files) === tree_sha256 ? { state: 'intact', files } : { state: 'changed' };
  } catch (error) {
    if (isAbsent(error)) return { state: 'missing' };
    throw error;
  }
}

/**
 * Whether the folder of a Prime or of its scope is a symbolic link.
 * @throws an `ENOENT` error if it does not exist
 */
export async function isBehindLink(folder: string): Promise<boolean> {
  for (const path of [dirname(folder), folder]) {
    if (lstatSync(path).isSymbolicLink()) return true;
  }
  return false;
}

/** The names of all folders that look like installed Primes, locked or not. Sorted. */
export async function listInstalledNames(projectFolder: string): Promise<string[]> {
  const root = primesFolder(projectFolder);
  const scopes = (await listFolders(root)).filter((scope) => scope.startsWith('@'));
  const names = await Promise.all(
    scopes.map(async (scope) => (await listFolders(join(root, scope))).map((short) => `${scope}/${short}`)),
  );
  return names
    .flat()
    .filter((name) => parsePrimeName(name).ok)
    .sort();
}

async function listFolders(folder: string): Promise<string[]> {
  const entries = unless(isAbsent, () => readdirSync(folder, { withFileTypes: true })) ?? [];
  return entries.filter((entry) => !entry.isFile()).map(({ name }) => name);
}
