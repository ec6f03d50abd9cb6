// Finds the project whose installed Primes answer: the working folder, or the nearest one above it.
import { lstatSync } from 'node:fs';
import { dirname } from 'node:path';
import { lockfilePath } from '../install/primes-folder.ts';

/**
 * The nearest folder with a lock file, from the given one upwards; undefined if there is none. One above counts only if
 * its lock file belongs to this user or to the owner of the folder: in a shared folder such as /tmp, anybody could put one.
 */
export function findProject(folder: string): string | undefined {
  for (let at = folder, below = ''; at !== below; below = at, at = dirname(at)) {
    const lock = lstatSync(lockfilePath(at), { throwIfNoEntry: false });
    if (lock !== undefined && (at === folder || isTrusted(lock.uid, folder))) return at;
  }
  return undefined;
}

function isTrusted(owner: number, folder: string): boolean {
  // Windows has no such numbers.
  const user = process.getuid?.();
  if (user === undefined || owner === user) return true;
  const own = lstatSync(folder, { throwIfNoEntry: false });
  return own?.uid === owner;
}
