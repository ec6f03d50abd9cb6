// The lock of a folder with settings: a change of a file reads it and replaces it, and must not lose that of another prime at
// the same time.
import { mkdir, realpath } from 'node:fs/promises';
import type { LockOptions } from '../install/project-lock/project-lock.ts';

/** A change takes milliseconds. */
const MAX_WAIT_MS = 30_000;

/** Takes the lock of a user's folder, and creates the folder as needed. @throws CommandError if another process has it for too long */
export async function lockSettings(folder: string): Promise<AsyncDisposable> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  // Loaded only now: most commands change no settings.
  const { lockFolder } = await import('../install/project-lock/project-lock.ts');
  const { signal } = new AbortController();
  // The folder may be a link.
  return lockFolder(await realpath(folder), { signal, maxWaitMs: MAX_WAIT_MS });
}

/**
 * Takes the lock of a project's `.primes`, which an install has as well.
 * @throws CommandError if another process has it for too long
 * @throws ValidationError if the folder is a link
 */
export async function lockProjectSettings(folder: string, options: LockOptions): Promise<AsyncDisposable> {
  const { lockFolder } = await import('../install/project-lock/project-lock.ts');
  return lockFolder(folder, options);
}
