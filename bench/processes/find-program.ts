// Where a program is that a Debian package brings, if it is installed.
import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { delimiter, join } from 'node:path';

/** Those of servers, which the PATH of a user may leave out. */
const ADMINISTRATION = ['/usr/local/sbin', '/usr/sbin', '/sbin'];

/** The path of the program. */
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
