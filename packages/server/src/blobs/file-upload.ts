// One upload: a file of its own until it is complete, then renamed to where its digest belongs.
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { BlobUpload } from './blob-store.ts';
import { translateFileError } from './file-errors.ts';
import { uploadFileName } from './upload-leftovers.ts';

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
        await file.sync();
        await file.close();
      }),

    commit: (sha256) =>
      translateFileError(async () => {
        const path = pathOf(sha256);
        // The bytes are durable already; now the entries of the folders above them must be (fsync(2), NOTES).
        const made = await mkdir(dirname(path), { recursive: true });
        await rename(temporaryPath, path);
        isCommitted = true;
        await syncFolder(dirname(path));
        if (made !== undefined) await syncFolder(dirname(dirname(path)));
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

async function syncFolder(path: string): Promise<void> {
  // Windows has no way to sync a folder; renames there are in the journal of the file system.
  if (process.platform === 'win32') return;
  const folder = await open(path);
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
