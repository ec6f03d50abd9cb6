// One upload: a file of its own until it is complete, then renamed to where its digest belongs.
import { mkdir, open, rename, rm, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { BlobUpload } from './blob-store.ts';
import { translateFileError } from './file-errors.ts';
import { uploadFileName } from './upload-leftovers.ts';

// Kept free of tarballs for the database, twice what its log grows to before it is worked in: on a full disk a version's
// blob could be in place already when its row is refused, and tokens could not even be revoked.
const DATABASE_RESERVE_BYTES = 8 * 2 ** 20;

/** Begins an upload in the folder; `pathOf` tells where a digest belongs. */
export async function createFileUpload(
  uploadFolder: string,
  pathOf: (sha256: string) => string,
): Promise<BlobUpload> {
  const temporaryPath = join(uploadFolder, uploadFileName());
  const file = await translateFileError(() => open(temporaryPath, 'wx', 0o640));
  let isCommitted = false;

  return {
    write: (chunk) => translateFileError(() => writeWhole(file, chunk)),

    finish: () =>
      translateFileError(async () => {
        await requireReserve(uploadFolder);
        await file.sync();
        await file.close();
      }),

    commit: (sha256) =>
      translateFileError(async () => {
        const path = pathOf(sha256);
        // The bytes are durable already; now the entries of the folders above them must be (fsync(2), NOTES).
        await mkdir(dirname(path), { recursive: true });
        await rename(temporaryPath, path);
        isCommitted = true;
        await syncFolder(dirname(path));
        // Whoever made the folder may not have come to syncing it.
        await syncFolder(dirname(dirname(path)));
      }),

    discard: () =>
      translateFileError(async () => {
        if (isCommitted) return;
        // Closing twice is harmless: a closed handle's close resolves or rejects, and either way it is closed.
        await file.close().catch(() => undefined);
        await rm(temporaryPath, { force: true });
      }),
  };
}

async function writeWhole(file: Awaited<ReturnType<typeof open>>, chunk: Uint8Array): Promise<void> {
  let offset = 0;
  while (offset < chunk.length) {
    const { bytesWritten } = await file.write(chunk, offset);
    offset += bytesWritten;
  }
}

async function requireReserve(folder: string): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  const freeBytes = bavail * bsize;
  if (freeBytes < DATABASE_RESERVE_BYTES) {
    throw new Error(
      `the disk is full: ${freeBytes} bytes are free, ${DATABASE_RESERVE_BYTES} are kept for the database`,
    );
  }
}

/** Makes the entries of a folder durable. */
export async function syncFolder(path: string): Promise<void> {
  // Windows has no way to sync a folder; renames there are in the journal of the file system.
  if (process.platform === 'win32') return;
  const folder = await open(path);
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
