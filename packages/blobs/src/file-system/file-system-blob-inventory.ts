// The inventory of blobs that are files. Its only changes are requested removals.
import { access, lstat, readdir, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isSha256 } from '@prime-registry/protocol/basics';
import { BlobsAwayError, ifThere, translateErrors } from '../blob-errors.ts';
import { type AbandonedUpload, BLOB_GROUPS, type BlobInventory, type StoredFile } from '../blob-inventory.ts';
import { isAbandoned } from '../upload-leftovers.ts';
import { blobFoldersOf, readBlobFile } from './blob-files.ts';
import { syncFolder } from './durable-folders.ts';
import { createMarkFiles } from './mark-files.ts';

const GROUP = /^[0-9a-f]{2}$/;

/** The inventory of a data folder. */
export function openFileSystemBlobInventory(dataFolder: string): BlobInventory {
  const { blobFolder, uploadFolder, pathOf } = blobFoldersOf(dataFolder);
  return {
    async *listGroups() {
      for (const beginning of BLOB_GROUPS) {
        const folder = join(blobFolder, beginning);
        const names = (await translateErrors(() => listNames(folder))).toSorted();
        const isBlob = (name: string): boolean => isSha256(name) && name.startsWith(beginning);
        yield {
          beginning,
          digests: names.filter(isBlob),
          strangers: names.filter((name) => !isBlob(name)).map((name) => join(folder, name)),
        };
      }
    },

    listStrangers: () =>
      translateErrors(async () =>
        (await listNames(blobFolder))
          .filter((name) => !GROUP.test(name))
          .toSorted()
          .map((name) => join(blobFolder, name)),
      ),

    findBlob: (sha256) =>
      translateErrors(async () => {
        const file = await findFile(pathOf(sha256));
        // The folder first and the file again: the folder may have come back in between.
        return file ?? (await findFileIn(blobFolder, pathOf(sha256)));
      }),

    read: (sha256, sizeBytes) => readBlobFile(pathOf(sha256), sha256, sizeBytes),

    removeBlob: (sha256, isDurable = false) =>
      translateErrors(async () => {
        await unlink(pathOf(sha256));
        if (isDurable) await syncFolder(dirname(pathOf(sha256)));
      }),

    listAbandonedUploads: () =>
      translateErrors(async () => {
        const uploads: AbandonedUpload[] = [];
        for (const name of (await listNames(uploadFolder)).toSorted()) {
          const path = join(uploadFolder, name);
          const file = (await isAbandoned(path, name)) ? await findFile(path) : undefined;
          if (file !== undefined) uploads.push({ name, ...file });
        }
        return uploads;
      }),

    removeUpload: (name) => translateErrors(() => unlink(join(uploadFolder, name))),

    ...createMarkFiles(blobFolder),
  };
}

/** The names in a folder; none if the folder does not exist: it is created with its first file. */
async function listNames(folder: string): Promise<string[]> {
  return (await ifThere(readdir(folder))) ?? [];
}

/** @throws BlobsAwayError if the folder of all blobs is missing */
async function findFileIn(blobFolder: string, path: string): Promise<StoredFile | undefined> {
  await access(blobFolder).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    throw new BlobsAwayError(`the folder of the tarballs is not there: ${blobFolder}`);
  });
  return findFile(path);
}

async function findFile(path: string): Promise<StoredFile | undefined> {
  const found = await ifThere(lstat(path));
  // A rename keeps the time of the last write, and sets the time of the last change.
  return found && { sizeBytes: found.size, touchedAtMs: Math.max(found.mtimeMs, found.ctimeMs) };
}
