// Temporary files and folders for tarballs. They are removed in the end.
import { randomUUID } from 'node:crypto';
import { lstat, mkdtemp, readdir, rm, rmdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';

const FOLDER_PREFIX = 'prime-publish-';

/** The files that a publish, a download and a signature create in it. */
const CONTENTS = ['prime.tar.gz', 'tarball', 'statement', 'statement.sig', 'key.pub'];

/** Leftovers of this age are removed: no publish or download takes that long. */
const ABANDONED_AFTER_MS = 24 * 60 * 60 * 1000;

/** A path whose file or folder is removed on disposal. */
export interface TemporaryPath extends AsyncDisposable {
  readonly path: string;
}

/** A free path for a temporary file, next to the file that it will become. */
export function createTemporaryPath(besidePath: string): TemporaryPath {
  return removable(join(dirname(besidePath), `.${basename(besidePath)}.${randomUUID()}.prime-tmp`));
}

/**
 * A folder that only this user can read. Folders that killed processes left more than a day ago are removed.
 */
export async function createTemporaryFolder(): Promise<TemporaryPath> {
  await removeAbandoned();
  return removable(await mkdtemp(join(tmpdir(), FOLDER_PREFIX)));
}

function removable(path: string): TemporaryPath {
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}

/** Best effort: folders that cannot be read or removed stay. */
async function removeAbandoned(): Promise<void> {
  const names = await readdir(tmpdir()).catch(() => []);
  for (const name of names.filter((entry) => entry.startsWith(FOLDER_PREFIX))) {
    await removeIfAbandoned(join(tmpdir(), name)).catch(() => undefined);
  }
}

/** Other users share the temporary folder: their folders, links and folders with other files stay. */
async function removeIfAbandoned(folder: string): Promise<void> {
  const stats = await lstat(folder);
  const isOwn = process.getuid === undefined || stats.uid === process.getuid();
  if (!stats.isDirectory() || !isOwn || Date.now() - stats.mtimeMs < ABANDONED_AFTER_MS) return;
  const names = await readdir(folder);
  if (!names.every((name) => CONTENTS.includes(name))) return;
  for (const name of names) await rm(join(folder, name));
  await rmdir(folder);
}
