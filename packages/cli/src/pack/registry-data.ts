// Recognizes the data folder of a registry, and a backup of one, by their contents: published tarballs and hashes of
// tokens must not be part of a Prime.
import { closeSync, lstatSync, openSync, readdirSync, readSync } from 'node:fs';
import { join } from 'node:path';

const SQLITE_HEADER = 'SQLite format 3\0';

/** Whether a registry keeps its data, or a backup, in this folder. */
export function isRegistryData(folder: string): boolean {
  if (hasDatabase(folder)) return true;
  if (!isFolder(join(folder, 'blobs', 'sha256'))) return false;
  return isFolder(join(folder, 'uploads')) || isFile(join(folder, 'backup.json'));
}

/** `registry.sqlite`, or `registry-<time>.sqlite` of a backup. */
function hasDatabase(folder: string): boolean {
  const main = join(folder, 'registry.sqlite');
  if (isFile(main)) return isDatabase(main);
  if (!isFile(join(folder, 'backup.json'))) return false;
  const copies = readdirSync(folder).filter((name) => /^registry-[0-9TZ]+\.sqlite$/.test(name));
  return copies.some((name) => isFile(join(folder, name)) && isDatabase(join(folder, name)));
}

function isDatabase(path: string): boolean {
  const fd = openSync(path, 'r');
  try {
    const bytes = Buffer.alloc(SQLITE_HEADER.length);
    readSync(fd, bytes, 0, bytes.length, 0);
    return bytes.toString('latin1') === SQLITE_HEADER;
  } finally {
    closeSync(fd);
  }
}

function isFile(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isFile() === true;
}

function isFolder(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
