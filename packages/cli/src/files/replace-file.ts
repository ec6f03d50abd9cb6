// Replaces a settings file atomically: a reader sees the old text or the new one, even after a crash.
import { randomUUID } from 'node:crypto';
import { lstatSync } from 'node:fs';
import { mkdir, open, readdir, realpath, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { ValidationError } from '../errors/validation-error.ts';
import { hasOwnFolder } from './own-folder.ts';

/** File modes, on systems that have them, and the treatment of links. */
export interface ReplaceOptions {
  /** Mode of the file; the system's default if left out. */
  readonly mode?: number;
  /** Mode of new folders. */
  readonly folderMode?: number;
  /** Whether the target of a symbolic link is replaced; true by default. */
  readonly followsLinks?: boolean;
}

/**
 * Writes the text with fsync, and creates folders as needed. A symbolic link stays; only its target may be
 * replaced.
 * @throws ValidationError if the file, or its folder, is a link that must not be followed
 */
export async function replaceFile(
  path: string,
  text: string,
  { mode = 0o666, folderMode = 0o777, followsLinks = true }: ReplaceOptions = {},
): Promise<void> {
  if (!followsLinks) refuseLinks(path);
  const target = followsLinks ? await realpath(path).catch(() => path) : path;
  await mkdir(dirname(target), { recursive: true, mode: folderMode });
  const temporary = `${target}.${randomUUID()}.tmp`;
  try {
    await writeNew(temporary, text, mode);
    await rename(temporary, target);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

function refuseLinks(path: string): void {
  hasOwnFolder(dirname(path));
  if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() !== true) return;
  throw new ValidationError(
    `${path} is a symbolic link; prime does not change project files through links. Replace it with a file and try again`,
  );
}

async function writeNew(path: string, text: string, mode: number): Promise<void> {
  await using file = await open(path, 'wx', mode);
  await file.writeFile(text);
  // Before the rename: a power failure must not leave an empty file under the final name.
  await file.sync();
}

/** A draft exists for milliseconds. */
const ABANDONED_AFTER_MS = 60_000;
const DRAFT_ENDING = /^\.[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.tmp$/;

/** Removes what killed processes have left of a text for the file, which may be a secret. Best effort. */
export async function removeDrafts(path: string): Promise<void> {
  const target = await realpath(path).catch(() => path);
  const [folder, name] = [dirname(target), basename(target)];
  for (const other of await readdir(folder).catch(() => [])) {
    if (!other.startsWith(name) || !DRAFT_ENDING.test(other.slice(name.length))) continue;
    const draft = join(folder, other);
    const { mtimeMs } = lstatSync(draft, { throwIfNoEntry: false }) ?? { mtimeMs: Date.now() };
    if (Date.now() - mtimeMs > ABANDONED_AFTER_MS) await rm(draft, { force: true }).catch(() => undefined);
  }
}
