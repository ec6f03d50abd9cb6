// Adds the versions of a backup to those that the backups before it knew.
import { join } from 'node:path';
import { readSqliteTombstones, readSqliteVersions } from '@prime-registry/store/copies';
import { LOST_VERSIONS_FILE } from '../wiring/storage/data-folder.ts';
import {
  KNOWN_VERSIONS_FILE,
  REMOVED_VERSIONS_FILE,
  readKnownVersions,
  writeKnownVersions,
} from '../wiring/storage/known-versions.ts';

/** Where a backup is made of, and where to. */
export interface BackupFolders {
  readonly dataFolder: string;
  readonly backupFolder: string;
}

/** Versions are never forgotten: an older copy of the registry may be restored into another folder. */
export async function addKnownVersions(
  { backupFolder, dataFolder }: BackupFolders,
  database: string,
): Promise<void> {
  const file = join(backupFolder, KNOWN_VERSIONS_FILE);
  const known = new Map([
    ...(await readKnownVersions(file)),
    ...(await readKnownVersions(join(dataFolder, LOST_VERSIONS_FILE))),
    ...readSqliteVersions(database),
  ]);
  await writeKnownVersions(file, known);
  const removedFile = join(backupFolder, REMOVED_VERSIONS_FILE);
  const removed = new Map([...(await readKnownVersions(removedFile)), ...readSqliteTombstones(database)]);
  if (removed.size > 0) await writeKnownVersions(removedFile, removed);
}
