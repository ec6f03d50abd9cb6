// Reads the lock file of a project. Most commands do, so text that prime wrote is parsed without a YAML
// library.
import { readProjectFile } from '../../files/read-project-file.ts';
import { lockfilePath } from '../primes-folder.ts';
import { LockedRanges } from './locked-ranges.ts';
import { findOwnLockfile, type Lockfile } from './lockfile.ts';

/**
 * Maximum size of a lock file, in bytes; about 14,000 Primes. A checked-out file must not fill the memory.
 */
const MAX_LOCKFILE_BYTES = 4 * 1024 * 1024;

/** Reads the lock file of a project; undefined if there is none. @throws ValidationError with all mistakes */
export async function readLockfile(projectFolder: string): Promise<Lockfile | undefined> {
  const path = lockfilePath(projectFolder);
  const read = await readProjectFile(path, MAX_LOCKFILE_BYTES);
  if (read === undefined) return undefined;
  const text = read.replaceAll('\r\n', '\n');
  const ranges = new LockedRanges();
  const own = findOwnLockfile(text, ranges);
  if (own !== undefined) return own;
  const { readLockfileYaml } = await import('./lockfile-yaml.ts');
  return readLockfileYaml(path, text, ranges);
}
