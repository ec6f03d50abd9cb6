// The folder of an exported skill: whether it is as prime has left it, and how it is replaced and removed. Nothing behind a
// symbolic link is touched.
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import { dirname, join } from 'node:path';
import { listFileDigests } from '@prime-registry/archive';
import type { SkillFile } from '@prime-registry/knowledge';
import { move, removeIfEmpty, syncFolder } from '../files/file-operations.ts';
import { hasOwnFolder } from '../files/own-folder.ts';
import { primesFolder, STAGING_PREFIX } from '../install/primes-folder.ts';
import type { FileDigests } from './skill-record.ts';

/** A folder of a project. */
export interface SkillPlace {
  readonly projectFolder: string;
  /** Relative to the project, with `/`. */
  readonly folder: string;
}

/**
 * The files of the folder with their digests; undefined if there is no folder. What is no file has the digest `none`.
 * @throws ValidationError if it, or a folder above it in the project, is a symbolic link or no folder
 */
export async function readSkillFolder(
  { projectFolder, folder }: SkillPlace,
  signal: AbortSignal,
): Promise<FileDigests | undefined> {
  const parts = folder.split('/');
  const exists = parts.every((_, index) => hasOwnFolder(join(projectFolder, ...parts.slice(0, index + 1))));
  if (!exists) return undefined;
  const files = await listFileDigests(join(projectFolder, folder), { signal });
  return Object.fromEntries(files.map(({ path, sha256 }) => [path, sha256]));
}

/** Whether two folders have the same files. */
export function haveSameFiles(some: FileDigests, others: FileDigests | undefined): boolean {
  if (others === undefined) return false;
  const paths = Object.keys(some);
  return (
    paths.length === Object.keys(others).length &&
    paths.every((path) => Object.hasOwn(others, path) && some[path] === others[path])
  );
}

/**
 * Puts the files in place of the folder, if there is one. A reader sees the old folder, for an instant none, then the new
 * one. The caller has the lock of the project and has checked the folder.
 */
export async function replaceSkillFolder(
  { projectFolder, folder }: SkillPlace,
  files: readonly SkillFile[],
): Promise<void> {
  const target = join(projectFolder, folder);
  // Below .primes, where the next command removes what a killed one leaves.
  const staging = join(primesFolder(projectFolder), `${STAGING_PREFIX}${randomBytes(4).toString('hex')}`);
  try {
    for (const { path, bytes } of files) writeStaged(join(staging, 'new', path), bytes);
    fs.mkdirSync(dirname(target), { recursive: true });
    if (hasOwnFolder(target)) await move(fs, target, join(staging, 'old'));
    await move(fs, join(staging, 'new'), target);
    syncFolder(fs, dirname(target));
  } finally {
    fs.rmSync(staging, { recursive: true, force: true, maxRetries: 3 });
  }
}

function writeStaged(path: string, bytes: Uint8Array): void {
  fs.mkdirSync(dirname(path), { recursive: true });
  fs.writeFileSync(path, bytes, { flag: 'wx', flush: true });
}

/**
 * Removes the files that have these digests, then folders that are empty.
 * @returns the paths of the files that stay: others, or changed ones
 */
export async function removeSkillFolder(
  place: SkillPlace,
  written: readonly FileDigests[],
  signal: AbortSignal,
): Promise<string[]> {
  const found = await readSkillFolder(place, signal);
  if (found === undefined) return [];
  const root = join(place.projectFolder, place.folder);
  const stays: string[] = [];
  const folders = new Set<string>();
  for (const [path, digest] of Object.entries(found)) {
    const isOurs = written.some((files) => Object.hasOwn(files, path) && files[path] === digest);
    if (!isOurs) {
      stays.push(path);
      continue;
    }
    fs.unlinkSync(join(root, path));
    for (let at = dirname(path); at !== '.'; at = dirname(at)) folders.add(at);
  }
  // The deepest first.
  for (const folder of [...folders].sort((a, b) => b.length - a.length))
    removeIfEmpty(fs, join(root, folder));
  for (let at = place.folder; at !== '.'; at = dirname(at)) removeIfEmpty(fs, join(place.projectFolder, at));
  return stays;
}
