// Makes the data folder. Not with mkdir's own `recursive`: where a file system refuses with ENOENT although
// the parent exists (/proc does), Node.js tries for ever.
import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Makes a folder and what is missing above it; does nothing when it exists.
 * @throws the file system's own error
 */
export async function makeFolder(path: string): Promise<void> {
  let error = await tryToMake(path);
  if (error?.code === 'ENOENT' && dirname(path) !== path) {
    await makeFolder(dirname(path));
    error = await tryToMake(path);
  }
  // It was there, another process was faster, or it is no folder at all.
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
