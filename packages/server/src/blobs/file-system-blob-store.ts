// Blobs as files: `blobs/sha256/ab/abcd…` under the data folder, uploads under `uploads/` on the same file system, so
// that a rename is all it takes to commit.
import { constants } from 'node:fs';
import { access, type FileHandle, mkdir, open } from 'node:fs/promises';
import { join } from 'node:path';
import type { BlobChunks, BlobStore, ByteRange } from './blob-store.ts';
import { DiskReserve } from './disk-reserve.ts';
import { DurableFolders, syncFolder } from './durable-folders.ts';
import { damaged, translateFileError } from './file-errors.ts';
import { createFileUpload } from './file-upload.ts';
import { removeLeftovers } from './upload-leftovers.ts';

// Large enough that a system call costs little beside the copy, small enough for hundreds of downloads at once.
const READ_CHUNK_BYTES = 128 * 1024;

/**
 * Opens the store in the folder, making what is missing and removing what a killed process left of its uploads.
 * @throws RegistryError `storage_unavailable` when the folder cannot be made or written.
 */
export async function openFileSystemBlobStore(dataFolder: string): Promise<BlobStore> {
  const blobFolder = join(dataFolder, 'blobs', 'sha256');
  const uploadFolder = join(dataFolder, 'uploads');
  await translateFileError(async () => {
    await mkdir(blobFolder, { recursive: true });
    await mkdir(uploadFolder, { recursive: true });
    for (const folder of [join(dataFolder, 'blobs'), dataFolder]) await syncFolder(folder);
    await removeLeftovers(uploadFolder);
  });

  const pathOf = (sha256: string): string => join(blobFolder, sha256.slice(0, 2), sha256);
  const places = {
    uploadFolder,
    pathOf,
    blobFolders: new DurableFolders(),
    reserve: new DiskReserve(uploadFolder),
  };

  return {
    createUpload: () => createFileUpload(places),

    read: (sha256, sizeBytes, range) =>
      translateFileError(async () => openForReading(pathOf(sha256), sha256, sizeBytes, range)),

    ping: () => translateFileError(() => access(uploadFolder, constants.W_OK)),
  };
}

async function openForReading(
  path: string,
  sha256: string,
  sizeBytes: number,
  range: ByteRange = { start: 0, end: sizeBytes - 1 },
): Promise<BlobChunks> {
  const file = await open(path);
  const { size } = await file.stat();
  if (size !== sizeBytes) {
    await file.close();
    throw damaged(`blob ${sha256} has ${size} bytes instead of ${sizeBytes}`);
  }
  return readChunks(file, range);
}

async function* readChunks(file: FileHandle, { start, end }: ByteRange): AsyncGenerator<Uint8Array> {
  const buffer = Buffer.allocUnsafeSlow(Math.min(READ_CHUNK_BYTES, end - start + 1));
  try {
    for (let position = start; position <= end; ) {
      const wanted = Math.min(buffer.length, end - position + 1);
      const { bytesRead } = await translateFileError(() => file.read(buffer, 0, wanted, position));
      if (bytesRead === 0) throw damaged('a blob became shorter while it was read');
      position += bytesRead;
      yield buffer.subarray(0, bytesRead);
    }
  } finally {
    await file.close();
  }
}
