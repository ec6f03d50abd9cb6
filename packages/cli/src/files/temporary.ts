// Places for a tarball that is not finished, or that is only wanted for a moment; what is there is removed in the end.
import { randomUUID } from 'node:crypto';
import { lstat, mkdtemp, readdir, rm, rmdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';

const FOLDER_PREFIX = 'prime-publish-';

/** What a publish and a download put there. */
const CONTENTS = ['prime.tar.gz', 'tarball'];

/** Longer than either takes, and how long at least what a killed one left behind stays. */
const ABANDONED_AFTER_MS = 24 * 60 * 60 * 1000;

/** A path that is free again when this is disposed of. */
export interface TemporaryPath extends AsyncDisposable {
  readonly path: string;
}

/** The path of a file that is not there yet, beside the one that it will become. */
export function createTemporaryPath(besidePath: string): TemporaryPath {
  return removable(join(dirname(besidePath), `.${basename(besidePath)}.${randomUUID()}.prime-tmp`));
}

/** A folder that only this user can read. Those that killed processes left behind more than a day ago are removed. */
export async function createTemporaryFolder(): Promise<TemporaryPath> {
  await removeAbandoned();
  return removable(await mkdtemp(join(tmpdir(), FOLDER_PREFIX)));
}

function removable(path: string): TemporaryPath {
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}

/** Is no more than a service: what cannot be looked at or removed stays. */
async function removeAbandoned(): Promise<void> {
  const names = await readdir(tmpdir()).catch(() => []);
  for (const name of names.filter((entry) => entry.startsWith(FOLDER_PREFIX))) {
    await removeIfAbandoned(join(tmpdir(), name)).catch(() => undefined);
  }
}

/** Others share the folder for temporary files: what is theirs, leads elsewhere or holds anything else is none of ours. */
async function removeIfAbandoned(folder: string): Promise<void> {
  const stats = await lstat(folder);
  const isOwn = process.getuid === undefined || stats.uid === process.getuid();
  if (!stats.isDirectory() || !isOwn || Date.now() - stats.mtimeMs < ABANDONED_AFTER_MS) return;
  const names = await readdir(folder);
  if (!names.every((name) => CONTENTS.includes(name))) return;
  for (const name of names) await rm(join(folder, name));
  await rmdir(folder);
}
