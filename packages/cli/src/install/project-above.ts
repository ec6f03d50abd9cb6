// Finds the project when a command runs in one of its subfolders.
import { existsSync } from 'node:fs';
import { dirname, relative } from 'node:path';
import { ValidationError } from '../errors/validation-error.ts';
import type { Lockfile } from './lockfile/lockfile.ts';
import { readLockfile } from './lockfile/read-lockfile.ts';
import { lockfilePath } from './primes-folder.ts';

/** The lock file of a project. @throws ValidationError with the message if there is none, or if it is invalid */
export async function requireLockfile(folder: string, message: string): Promise<Lockfile> {
  const lockfile = await readLockfile(folder);
  if (lockfile === undefined) throw withoutLockfile(folder, message);
  return lockfile;
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
