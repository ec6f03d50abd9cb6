// Names the file in the errors of a database that cannot be opened.
import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { RegistryError } from '@prime-registry/protocol/basics';

/**
 * Opens a database.
 * @throws RegistryError `storage_unavailable`; only its cause, for the log, names the file
 */
export async function namingDatabase<T>(file: string, open: () => T | Promise<T>): Promise<T> {
  try {
    return await open();
  } catch (error) {
    const reason = (error instanceof RegistryError ? error.cause : error) as Error;
    const hint = await describeFullDisk(dirname(file));
    const cause = new Error(`the database ${file} cannot be opened: ${reason.message}${hint}`, {
      cause: reason,
    });
    throw new RegistryError(
      'storage_unavailable',
      { detail: 'The database of the registry cannot be opened.' },
      { cause },
    );
  }
}

/** The index of the write-ahead log, which SQLite makes when nobody else has the database open. */
const INDEX_BYTES = 32 * 1024;

/** What a full disk has to do with it: SQLite only says `disk I/O error`. Empty if the disk is not full. */
async function describeFullDisk(folder: string): Promise<string> {
  const disk = await statfs(folder).catch(() => undefined);
  if (disk === undefined || disk.bavail * disk.bsize >= INDEX_BYTES) return '';
  return `; the disk is full: to open the database takes ${INDEX_BYTES / 1024} KiB, unless a server has it open`;
}
