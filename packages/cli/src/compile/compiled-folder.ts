// The folder of the compiled form on disk: what is in it, and its replacement as a whole.
import { lstat, mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { toPrintable } from '@prime-registry/command-line';
import { ignore } from '../errors/expected.ts';
import { ValidationError } from '../errors/validation-error.ts';
import { isMissing } from '../files/file-operations.ts';
import { createTemporaryPath } from '../files/temporary.ts';

/** The files of a compiled form by path, with `/`. */
export type CompiledFiles = ReadonlyMap<string, string>;

/** What compilers write. */
const KNOWN =
  /^(?:_index\.xml|@[^/]+\/[^/]+\/(?:atom\.yaml|graph\.yaml|quality\.yaml|index\.xml|chunks\/(?:summary|core|full)\.md))$/;
const LITTER: ReadonlySet<string> = new Set(['.DS_Store', 'Thumbs.db']);

/** The folder relative to the Prime, with `/`: the one that is there, otherwise `compiled`. */
export async function findCompiledFolder(primeFolder: string): Promise<'compiled' | 'primes/compiled'> {
  const isThere = async (path: string) =>
    (await lstat(join(primeFolder, path)).catch(() => undefined)) !== undefined;
  return !(await isThere('compiled')) && (await isThere('primes/compiled')) ? 'primes/compiled' : 'compiled';
}

/**
 * Reads the folder; empty if there is none.
 * @throws ValidationError if it has anything that no compiler writes: it would be deleted
 */
export async function readCompiledFolder(folder: string): Promise<CompiledFiles> {
  const stats = await lstat(folder).catch(ignore(isMissing));
  const files = new Map<string, string>();
  if (stats === undefined) return files;
  if (!stats.isDirectory()) throw new ValidationError(`${folder} is not a folder; remove it`);
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const location = join(entry.parentPath, entry.name);
    const path = location.slice(folder.length + 1).replaceAll(sep, '/');
    if (entry.isDirectory() || LITTER.has(entry.name)) continue;
    if (!entry.isFile() || !KNOWN.test(path)) {
      throw new ValidationError(`${folder} has a file that no compiler writes: ${toPrintable(path)}`, [], {
        hint: 'move it elsewhere; prime compile replaces the whole folder',
      });
    }
    files.set(path, await readFile(location, 'utf8'));
  }
  return files;
}

/** Whether prime has made the compiled form: it writes hashes of the sources, and other files are unknown to it. */
export function isOwn(files: CompiledFiles): boolean {
  return Array.from(files).every(
    ([path, text]) =>
      !path.endsWith('/quality.yaml') && (!path.endsWith('/atom.yaml') || /^source_hash: /m.test(text)),
  );
}

/** Replaces the folder: completely, or not at all. */
export async function replaceCompiledFolder(folder: string, files: CompiledFiles): Promise<void> {
  await mkdir(dirname(folder), { recursive: true });
  await using fresh = createTemporaryPath(folder);
  await using old = createTemporaryPath(folder);
  for (const [path, text] of files) {
    const location = join(fresh.path, ...path.split('/'));
    await mkdir(dirname(location), { recursive: true });
    await writeFile(location, text, { flag: 'wx' });
  }
  const hadOld = await rename(folder, old.path).then(() => true, ignore(isMissing));
  try {
    await rename(fresh.path, folder);
  } catch (error) {
    if (hadOld) await rename(old.path, folder);
    throw error;
  }
}
