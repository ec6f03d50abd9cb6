// Creates the data folder. Not with the `recursive` option of mkdir: if a file system refuses with ENOENT
// although the parent exists (as /proc does), Node.js retries for ever.
import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Creates a folder and its missing parents. Idempotent. @throws the error of the file system */
export async function makeFolder(path: string): Promise<void> {
  let error = await tryToMake(path);
  if (error?.code === 'ENOENT' && dirname(path) !== path) {
    await makeFolder(dirname(path));
    error = await tryToMake(path);
  }
  // It existed, or another process was faster; or it is not a folder.
  if (error !== undefined && !(error.code === 'EEXIST' && (await stat(path)).isDirectory())) throw error;
}

async function tryToMake(path: string): Promise<NodeJS.ErrnoException | undefined> {
  try {
    await mkdir(path, { mode: 0o750 });
    return undefined;
  } catch (error) {
    return error as NodeJS.ErrnoException;
  }
}
