// Finds an installed program.
import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { delimiter, join } from 'node:path';

/** Folders of servers, which a user's PATH may not contain. */
const ADMINISTRATION = ['/usr/local/sbin', '/usr/sbin', '/sbin'];

/** The path of the program, undefined if it is not installed. */
export async function findProgram(name: string): Promise<string | undefined> {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  for (const folder of [...folders, ...ADMINISTRATION]) {
    const path = join(folder, name);
    const isThere = await access(path, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (isThere) return path;
  }
  return undefined;
}
