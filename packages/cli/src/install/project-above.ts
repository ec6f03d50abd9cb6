// Finds the project when a command runs in one of its subfolders.
import { existsSync } from 'node:fs';
import { dirname, relative } from 'node:path';
import { UsageError } from '@prime-registry/command-line';
import { ValidationError } from '../errors/validation-error.ts';
import type { LockedPrime, Lockfile } from './lockfile/lockfile.ts';
import { readLockfile } from './lockfile/read-lockfile.ts';
import { lockfilePath } from './primes-folder.ts';

/** The lock file of a project. @throws ValidationError with the message if there is none, or if it is invalid */
export async function requireLockfile(folder: string, message: string): Promise<Lockfile> {
  const lockfile = await readLockfile(folder);
  if (lockfile === undefined) throw withoutLockfile(folder, message);
  return lockfile;
}

/** The locked Primes with these names, all without names. @throws UsageError for a name that is not locked */
export function chooseLocked(
  lockfile: Lockfile,
  names: readonly string[],
  refuse: (name: string) => UsageError = notInstalled,
): LockedPrime[] {
  const unknown = names.find((name) => !lockfile.has(name));
  if (unknown !== undefined) throw refuse(unknown);
  return [...lockfile.values()].filter(({ name }) => names.length === 0 || names.includes(name));
}

/** The error for a name that is not locked. */
export function notInstalled(name: string): UsageError {
  return new UsageError(`'${name}' is not installed; 'prime ls' lists the installed Primes`);
}

/** The same, for commands that compare with the lock file. */
export function notLocked(name: string): UsageError {
  return new UsageError(`'${name}' is not in lock.yaml`);
}

/** The error for a folder without a lock file. If a folder above has one, the hint says how to work there. */
export function withoutLockfile(folder: string, message: string): ValidationError {
  const above = findProjectAbove(folder);
  const hint = `the project is in a folder above: add '-C ${above}', or run prime there`;
  return new ValidationError(message, [], above === undefined ? {} : { hint });
}

/** The nearest folder above with a lock file, relative to the folder; undefined if there is none. */
export function findProjectAbove(folder: string): string | undefined {
  for (let above = dirname(folder), below = folder; above !== below; below = above, above = dirname(above)) {
    if (existsSync(lockfilePath(above))) return relative(folder, above);
  }
  return undefined;
}
