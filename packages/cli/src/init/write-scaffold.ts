// Writes the first files of a Prime: all or none, and never over an existing file.
import { lstat, mkdir, open, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ignore } from '../errors/expected.ts';
import { ValidationError } from '../errors/validation-error.ts';
import { codeOf } from '../files/file-operations.ts';

/** The result. Paths are relative to the folder, with `/`. */
export interface Written {
  readonly created: readonly string[];
  /** Existing files, which stay as they are. */
  readonly kept: readonly string[];
}

/** @throws ValidationError if the folder is a Prime already */
export async function requireNoPrime(folder: string): Promise<void> {
  const path = join(folder, 'pack.yaml');
  if (await exists(path)) throw alreadyThere(path);
}

/** Whether something exists at a path. */
export async function exists(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}

/** Writes the files and their folders. If one cannot be written, none is left. @throws ValidationError */
export async function writeScaffold(folder: string, files: ReadonlyMap<string, string>): Promise<Written> {
  const created: string[] = [];
  const kept: string[] = [];
  await using undo = new AsyncDisposableStack();
  for (const [path, text] of files) {
    const location = join(folder, path);
    const madeFolder = await mkdir(dirname(location), { recursive: true });
    if (madeFolder !== undefined) undo.defer(() => rm(madeFolder, { recursive: true, force: true }));
    await using file = await open(location, 'wx').catch(ignore((error) => codeOf(error) === 'EEXIST'));
    if (file === undefined) {
      kept.push(path);
      continue;
    }
    undo.defer(() => rm(location, { force: true }));
    await file.writeFile(text);
    created.push(path);
  }
  if (kept.includes('pack.yaml')) throw alreadyThere(join(folder, 'pack.yaml'));
  undo.move();
  return { created, kept };
}

function alreadyThere(path: string): ValidationError {
  return new ValidationError(`${path} exists already; nothing was changed`);
}
