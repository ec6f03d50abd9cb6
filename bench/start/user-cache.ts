// A cache folder of a user for the installed commands, which keep their compiled code there.
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** The variables that make a folder the cache of the user: on Unix, on Windows. */
export function cacheVariables(folder: string): Readonly<Record<string, string>> {
  return { XDG_CACHE_HOME: folder, LOCALAPPDATA: folder };
}

/** Checks that the commands have kept compiled code. @throws Error otherwise */
export async function requireCompiledCode(folder: string): Promise<void> {
  const kept = await readdir(join(folder, 'prime', 'compile-cache')).catch(() => []);
  if (kept.length > 0) return;
  throw new Error(
    `The installed commands kept no compiled code in ${folder}, so they would be measured cold. Nobody but this user ` +
      'and root may be able to write to that folder, and to those above it unless they are sticky. TMPDIR chooses another one.',
  );
}
