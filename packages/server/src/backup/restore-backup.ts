// Restores a backup into a data folder: blobs first, the database last. Until the restore is finished, a
// marker file keeps servers and commands away from the folder. An interrupted restore can be resumed.
import { randomBytes } from 'node:crypto';
import { access, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { uploadFileName } from '@prime-registry/blobs';
import {
  copyDurably,
  hashFile,
  moveDurably,
  openFileSystemBlobInventory,
  openFileSystemBlobStore,
  removeDurably,
} from '@prime-registry/blobs/file-system';
import { formatTimestamp } from '@prime-registry/protocol';
import type { LogStore } from '@prime-registry/store';
import {
  type CopyContents,
  findSqliteVersions,
  readSqliteCopy,
  readSqliteTombstones,
  readSqliteVersions,
} from '@prime-registry/store/copies';
import { openSqliteStore } from '@prime-registry/store/sqlite';
import { operatorActs } from '../actions/tokens/act.ts';
import { firstOrigin } from '../log/log-names.ts';
import type { SigningKey } from '../signing/key-file.ts';
import { readKeyFile, replaceKeyFile } from '../wiring/log/log-key-file.ts';
import {
  DATABASE_FILE,
  LOG_KEY_FILE,
  LOST_VERSIONS_FILE,
  UNFINISHED_RESTORE_FILE,
} from '../wiring/storage/data-folder.ts';
import {
  KNOWN_VERSIONS_FILE,
  type KnownVersions,
  REMOVED_VERSIONS_FILE,
  readKnownVersions,
  writeKnownVersions,
} from '../wiring/storage/known-versions.ts';
import { makeFolder } from '../wiring/storage/make-folder.ts';
import { findRestoreMark, writeRestoreMark } from '../wiring/storage/restore-mark.ts';
import type { BackupDescription } from './backup-description.ts';
import { BackupFolderError, listContents, readBackup } from './backup-folder.ts';
import { type CopiedBlobs, copyBlobs } from './copy-blobs.ts';
import { beginRestore, type UnfinishedRestore } from './unfinished-restore.ts';

/** What to restore, and where to. */
export interface RestoreOrder {
  readonly backupFolder: string;
  readonly dataFolder: string;
  /** A list of another backup folder, with versions that this backup may lack. */
  readonly knownVersionsFile?: string | undefined;
  /** True asserts that nothing was signed after the backup, so that the log may continue under its name. */
  readonly continuesLog: boolean;
  readonly signal: AbortSignal;
  onProgress(done: CopiedBlobs, blobs: number): void;
}

export interface RestoredBackup {
  readonly description: BackupDescription;
  readonly copied: CopiedBlobs;
  /** How many versions are known that the backup does not have. */
  readonly lost: number;
  /** Versions that this backup brings back although they were removed later: a name, a space, and the version. */
  readonly broughtBack: readonly string[];
  /** Whether the log is halted: later entries may have been signed. */
  readonly isLogHalted: boolean;
}

/**
 * Restores a backup into an empty folder, or resumes a restore that was interrupted. Every digest is checked.
 * @throws BackupFolderError if there is no backup, it is damaged, or the data folder is in use; RegistryError
 *   `storage_unavailable` if the copy cannot be written
 */
export async function restoreBackup(order: RestoreOrder): Promise<RestoredBackup> {
  const { backupFolder, dataFolder, signal } = order;
  const description = await readBackup(backupFolder);
  const databaseCopy = join(backupFolder, description.database.file);
  const { blobs } = await readDatabaseCopy(databaseCopy, description);
  const removed = await readLists(order, REMOVED_VERSIONS_FILE);
  const lost = await findLostVersions(order, databaseCopy, removed);
  const broughtBack = findSqliteVersions(databaseCopy, removed);
  const logKeys = await readLogKeys(backupFolder);
  await requireRestorable(dataFolder);
  await makeFolder(dataFolder);
  const unfinished = await beginRestore(resolve(dataFolder), resolve(backupFolder));

  const deps = {
    from: openFileSystemBlobInventory(backupFolder),
    to: await openFileSystemBlobStore(dataFolder),
    there: openFileSystemBlobInventory(dataFolder),
    signal,
    onProgress: (done: CopiedBlobs) => order.onProgress(done, blobs.length),
  };
  const copied = await copyBlobs(deps, blobs, 'read');
  await placeDatabase(databaseCopy, dataFolder, description, unfinished);
  signal.throwIfAborted();
  const isLogHalted = await recordRestore(order, description);
  if (logKeys !== undefined) await replaceKeyFile(join(dataFolder, LOG_KEY_FILE), logKeys);
  if (lost.size > 0) await writeKnownVersions(join(dataFolder, LOST_VERSIONS_FILE), lost);
  const restored_at = new Date().toISOString();
  await writeRestoreMark(dataFolder, { backup_of: description.created_at, restored_at });
  await unfinished.end();
  return { description, copied, lost: lost.size, broughtBack, isLogHalted };
}

/** The numbers of removed versions are lost, too, if the backup does not have them. */
async function findLostVersions(
  order: RestoreOrder,
  databaseCopy: string,
  removed: KnownVersions,
): Promise<KnownVersions> {
  const lost = new Map([...removed, ...(await readLists(order, KNOWN_VERSIONS_FILE))]);
  for (const version of readSqliteVersions(databaseCopy).keys()) lost.delete(version);
  for (const version of readSqliteTombstones(databaseCopy).keys()) lost.delete(version);
  for (const version of findSqliteVersions(databaseCopy, removed)) lost.delete(version);
  return lost;
}

/** A list of the backup folder, and that of the folder of the newer list. */
async function readLists(
  { backupFolder, knownVersionsFile }: RestoreOrder,
  list: typeof KNOWN_VERSIONS_FILE | typeof REMOVED_VERSIONS_FILE,
): Promise<KnownVersions> {
  const files = [join(backupFolder, list)];
  try {
    if (knownVersionsFile !== undefined) {
      await access(knownVersionsFile);
      const isItself = list === KNOWN_VERSIONS_FILE;
      files.push(isItself ? knownVersionsFile : join(dirname(knownVersionsFile), list));
    }
    const lists = await Promise.all(files.map(readKnownVersions));
    return new Map(lists.flatMap((each) => [...each]));
  } catch (error) {
    throw new BackupFolderError(`the known versions cannot be read: ${(error as Error).message}`);
  }
}

async function readDatabaseCopy(copy: string, description: BackupDescription): Promise<CopyContents> {
  let problem: string;
  try {
    if ((await hashFile(copy)) === description.database.sha256) return readSqliteCopy(copy);
    problem = 'its digest is not the one in the description of the backup';
  } catch (error) {
    problem = (error as Error).message;
  }
  throw new BackupFolderError(`the database of the backup, ${copy}, cannot be used: ${problem}`);
}

async function requireRestorable(dataFolder: string): Promise<void> {
  const contents = await listContents(dataFolder);
  if (contents.length === 0 || contents.includes(UNFINISHED_RESTORE_FILE)) return;
  const mark = await findRestoreMark(dataFolder);
  const ended =
    mark?.restored_at === undefined
      ? ''
      : `; a restore of the backup of ${mark.backup_of} into it has ended at ${mark.restored_at}`;
  throw new BackupFolderError(
    `${resolve(dataFolder)} is not empty${ended}: a backup can only be restored into an empty folder; empty it, or give another with --data`,
  );
}

async function placeDatabase(
  copy: string,
  dataFolder: string,
  { database }: BackupDescription,
  unfinished: UnfinishedRestore,
): Promise<void> {
  const draft = join(dataFolder, 'uploads', uploadFileName());
  try {
    await copyDurably(copy, draft);
    if ((await hashFile(draft)) !== database.sha256)
      throw new BackupFolderError(`the copy of ${copy} in ${dataFolder} differs from it; check the disk`);
    await unfinished.requireMark();
    // Left by an earlier attempt: SQLite would apply the log of the other database to this one.
    for (const suffix of ['-wal', '-shm']) await removeDurably(join(dataFolder, `${DATABASE_FILE}${suffix}`));
    await moveDurably(draft, join(dataFolder, DATABASE_FILE));
  } finally {
    await rm(draft, { force: true });
  }
}

/**
 * Opens the database as a server does, which migrates it, and records the restore in the audit log. The transparency log
 * must not continue with other entries than those that clients may have seen.
 * @returns whether the log is halted
 */
async function recordRestore(
  { dataFolder, continuesLog }: RestoreOrder,
  { created_at }: BackupDescription,
): Promise<boolean> {
  const store = await openSqliteStore(join(dataFolder, DATABASE_FILE));
  try {
    const nowMs = Date.now();
    await store.recordAct({ ...operatorActs('restore', nowMs), details: { backup_of: created_at } });
    if (!continuesLog) await stopLog(store, `restored from the backup of ${created_at}`, nowMs);
    return (await store.readLogHead()).halted !== undefined;
  } finally {
    await store.close();
  }
}

/** A log that was signed halts. Of another one, at most its feed was seen: it starts again by itself. */
async function stopLog(store: LogStore, reason: string, nowMs: number): Promise<void> {
  const names = await store.listLogNames();
  if (names.length > 0) return store.haltLog(reason);
  const { logId, edge } = await store.readLogHead();
  const previous = { origin: firstOrigin('', logId), size: edge.size, reason };
  const log = randomBytes(8).toString('hex');
  const at = formatTimestamp(nowMs);
  return store.renewLogId({ v: 1, type: 'begin', at, by: 'operator', log, previous });
}

/** The keys of the log, if the backup has them. Read before hours of copying. */
async function readLogKeys(backupFolder: string): Promise<readonly SigningKey[] | undefined> {
  try {
    return await readKeyFile(join(backupFolder, LOG_KEY_FILE));
  } catch (error) {
    const hint =
      "to restore without it, move it out of the backup; 'prime-registry log key import' brings another copy";
    throw new BackupFolderError(`${(error as Error).message}; ${hint}`);
  }
}
