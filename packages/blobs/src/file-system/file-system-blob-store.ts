// Blobs as files: `blobs/sha256/ab/abcd…` in the data folder, and uploads in `uploads/` on the same file
// system, so that a rename is enough to commit.
import { constants } from 'node:fs';
import { access, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { translateErrors } from '../blob-errors.ts';
import type { BlobStore } from '../blob-store.ts';
import { removeLeftovers } from '../upload-leftovers.ts';
import { blobFoldersOf, readBlobFile } from './blob-files.ts';
import { DiskReserve } from './disk-reserve.ts';
import { DurableFolders, syncFolder } from './durable-folders.ts';
import { createFileUpload } from './file-upload.ts';
import { createMarkFiles } from './mark-files.ts';

/**
 * Opens the store in the folder, creates missing folders, and removes the uploads that a killed process left.
 * @throws RegistryError `storage_unavailable` if the folder cannot be created or written
 */
export async function openFileSystemBlobStore(dataFolder: string): Promise<BlobStore> {
  const { blobFolder, uploadFolder, pathOf } = blobFoldersOf(dataFolder);
  await translateErrors(async () => {
    await mkdir(blobFolder, { recursive: true });
    await mkdir(uploadFolder, { recursive: true });
    for (const folder of [join(dataFolder, 'blobs'), dataFolder]) await syncFolder(folder);
    await removeLeftovers(uploadFolder);
  });

  const places = {
    uploadFolder,
    pathOf,
    blobFolders: new DurableFolders(),
    reserve: new DiskReserve(uploadFolder),
  };

  return {
    createUpload: async () => createFileUpload(places),

    read: (sha256, sizeBytes, range) => readBlobFile(pathOf(sha256), sha256, sizeBytes, range),

    ...createMarkFiles(blobFolder),

    ping: () => translateErrors(() => access(uploadFolder, constants.W_OK)),

    close: async () => undefined,
  };
}
