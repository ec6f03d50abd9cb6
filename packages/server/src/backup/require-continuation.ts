// A backup takes the place of the one before in its folder. If that one has versions that this registry lacks, it may be all
// that is left of them: the data folder is that of another registry, such as an empty one that a server made on an
// unmounted volume, or the database is older than the backup.
import { join, resolve } from 'node:path';
import { formatCount } from '@prime-registry/command-line';
import { findKnownSqliteVersions, readSqliteVersions } from '@prime-registry/store/copies';
import { LOST_VERSIONS_FILE } from '../wiring/storage/data-folder.ts';
import {
  KNOWN_VERSIONS_FILE,
  type KnownVersions,
  readKnownVersions,
} from '../wiring/storage/known-versions.ts';
import type { BackupFolders } from './add-known-versions.ts';
import type { BackupDescription } from './backup-description.ts';
import { BackupFolderError } from './backup-folder.ts';

/**
 * Requires that each version of the finished backup is known to the registry: as a version, a removed one, or a lost one.
 * @param database - a copy of the database of the registry
 * @throws BackupFolderError that says which versions are not, and what to do
 */
export async function requireContinuation(
  { dataFolder, backupFolder }: BackupFolders,
  { database: { file }, created_at }: BackupDescription,
  database: string,
): Promise<void> {
  const before = readBefore(join(backupFolder, file));
  if (before === undefined) return;
  const known = findKnownSqliteVersions(database, before);
  const lost = await readKnownVersions(join(dataFolder, LOST_VERSIONS_FILE));
  const rest = [...before].filter(([version, sha256]) => !known.has(version) && lost.get(version) !== sha256);
  const [example] = rest;
  if (example === undefined) return;
  const list = join(backupFolder, KNOWN_VERSIONS_FILE);
  throw new BackupFolderError(
    `the backup of ${created_at} in ${backupFolder} has ${formatCount(rest.length, 'version')} that this registry lacks, ` +
      `such as ${example[0]}: the data folder is that of another registry, or its database is older. The backup stays as it ` +
      `is. Give another folder; or, if these versions are lost, copy ${list} to ${resolve(dataFolder, LOST_VERSIONS_FILE)}, ` +
      'so that they are accepted only with the same bytes, and back up again',
  );
}

/** The versions of a backup; undefined if its database cannot be read: such a backup cannot be restored. */
function readBefore(database: string): KnownVersions | undefined {
  try {
    return readSqliteVersions(database);
  } catch {
    return undefined;
  }
}
