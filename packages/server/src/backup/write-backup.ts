// Writes a backup: a snapshot of the database, then the blobs that it references. Blobs never change. If a mirrored
// version was evicted in the meantime, or any version removed, the database is copied again.
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { BlobStore } from '@prime-registry/blobs';
import { uploadFileName } from '@prime-registry/blobs';
import {
  hashFile,
  openFileSystemBlobInventory,
  openFileSystemBlobStore,
  syncFile,
} from '@prime-registry/blobs/file-system';
import { copySqliteDatabase, findNeededBlobs, readSqliteCopy } from '@prime-registry/store/copies';
import { addKnownVersions, type BackupFolders } from './add-known-versions.ts';
import { type BackupDescription, databaseNameAt } from './backup-description.ts';
import { findBackup, finishBackup, requireBackupFolder } from './backup-folder.ts';
import { type CopiedBlobs, copyBlobs } from './copy-blobs.ts';
import { requireContinuation } from './require-continuation.ts';

/** What to back up, and where to. */
export interface BackupOrder extends BackupFolders {
  readonly databaseFile: string;
  /** Writes the private keys of the log into the folder, if they are to be in the backup. */
  readonly writeLogKeys: ((backupFolder: string) => Promise<void>) | undefined;
  readonly signal: AbortSignal;
  onProgress(done: CopiedBlobs, blobs: number): void;
}

export interface WrittenBackup {
  readonly description: BackupDescription;
  readonly copied: CopiedBlobs;
}

/**
 * Writes a backup. Blobs that an earlier backup left in the folder are not copied again. Until it is
 * finished, the folder contains the earlier backup, or none.
 * @throws BackupFolderError, RegistryError `storage_unavailable`, or the error of the database
 */
export async function writeBackup(order: BackupOrder): Promise<WrittenBackup> {
  const { backupFolder } = order;
  await requireBackupFolder(backupFolder);
  const first = await findBackup(backupFolder);
  const target = await openFileSystemBlobStore(backupFolder);
  // The error of SQLite for a read-only folder does not name the folder.
  await target.ping();
  // In the folder of uploads: the next backup removes what a killed one left there.
  const draft = join(backupFolder, 'uploads', uploadFileName());
  try {
    const { createdAtMs, versions, blobs, copied } = await copyAll(order, target, draft, first);
    await syncFile(draft);
    const description: BackupDescription = {
      format: 1,
      created_at: new Date(createdAtMs).toISOString(),
      database: { file: databaseNameAt(createdAtMs), sha256: await hashFile(draft) },
      versions,
      blobs: blobs.length,
      blob_bytes: blobs.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
      faulty: copied.faulty.map(({ sha256 }) => sha256),
    };
    await addKnownVersions(order, draft);
    await order.writeLogKeys?.(backupFolder);
    await finishBackup(backupFolder, draft, description, first);
    return { description, copied };
  } finally {
    await rm(draft, { force: true });
  }
}

/** Evictions are rare, and blobs that were copied are not copied again. */
const MAX_ATTEMPTS = 5;

/** Copies the database to the draft, and the blobs that this copy references. */
async function copyAll(
  order: BackupOrder,
  target: BlobStore,
  draft: string,
  first: BackupDescription | undefined,
) {
  const { dataFolder, databaseFile, backupFolder, signal } = order;
  const before = { copied: 0, copiedBytes: 0 };
  for (let attempt = 1; ; attempt += 1) {
    const createdAtMs = Date.now();
    await copySqliteDatabase(databaseFile, draft);
    signal.throwIfAborted();
    const contents = readSqliteCopy(draft);
    if (first !== undefined) await requireContinuation(order, first, draft);
    const deps = {
      from: openFileSystemBlobInventory(dataFolder),
      to: target,
      there: openFileSystemBlobInventory(backupFolder),
      signal,
      onProgress: (done: CopiedBlobs) => order.onProgress(done, contents.blobs.length),
    };
    const { copied, copiedBytes, kept, faulty } = await copyBlobs(deps, contents.blobs, 'trust');
    const digests = faulty.map(({ sha256 }) => sha256);
    if (attempt === MAX_ATTEMPTS || findNeededBlobs(databaseFile, digests).size === digests.length) {
      const all = { copied: before.copied + copied, copiedBytes: before.copiedBytes + copiedBytes };
      const newlyKept = Math.max(0, kept - before.copied);
      return { ...contents, createdAtMs, copied: { ...all, kept: newlyKept, faulty } };
    }
    before.copied += copied;
    before.copiedBytes += copiedBytes;
    await rm(draft, { force: true });
  }
}
