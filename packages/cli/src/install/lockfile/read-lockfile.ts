// Reads the lock file of a project. Most commands start with it, so text that prime wrote is read without a YAML parser.
import { readProjectFile } from '../../files/read-project-file.ts';
import { lockfilePath } from '../primes-folder.ts';
import { findOwnLockfile, type Lockfile } from './lockfile.ts';

/** Largest lock file, in bytes; some 14,000 Primes. A checked-out one is a stranger's and must not fill the memory. */
const MAX_LOCKFILE_BYTES = 4 * 1024 * 1024;

/** Reads the lock file of a project; undefined when there is none. @throws ValidationError that names every mistake */
export async function readLockfile(projectFolder: string): Promise<Lockfile | undefined> {
  const path = lockfilePath(projectFolder);
  const read = await readProjectFile(path, MAX_LOCKFILE_BYTES);
  if (read === undefined) return undefined;
  const text = read.replaceAll('\r\n', '\n');
  const own = findOwnLockfile(text);
  if (own !== undefined) return own;
  const { readLockfileYaml } = await import('./lockfile-yaml.ts');
  return readLockfileYaml(path, text);
}
