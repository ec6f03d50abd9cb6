// One upload: a temporary file until it is complete, then renamed to the path of its digest.
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { translateErrors } from '../blob-errors.ts';
import type { BlobUpload } from '../blob-store.ts';
import { uploadFileName } from '../upload-leftovers.ts';
import type { DiskReserve } from './disk-reserve.ts';
import type { DurableFolders } from './durable-folders.ts';

/** The folders and paths of uploads. */
export interface UploadPlaces {
  readonly uploadFolder: string;
  /** The path for a digest. */
  readonly pathOf: (sha256: string) => string;
  readonly blobFolders: DurableFolders;
  readonly reserve: DiskReserve;
}

/** Starts an upload. */
export async function createFileUpload(places: UploadPlaces): Promise<BlobUpload> {
  const { uploadFolder, pathOf, blobFolders, reserve } = places;
  const temporaryPath = join(uploadFolder, uploadFileName());
  const file = await translateErrors(() => open(temporaryPath, 'wx', 0o640));
  let path: string | undefined;
  let isCommitted = false;

  return {
    write: (chunk) => translateErrors(() => writeWhole(file, chunk)),

    finish: (sha256) =>
      translateErrors(async () => {
        path = pathOf(sha256);
        await reserve.require();
        await file.sync();
        await file.close();
      }),

    commit: () =>
      translateErrors(async () => {
        if (path === undefined) throw new Error('finish() must be called before commit()');
        if (isCommitted) return;
        await blobFolders.moveInto(path, temporaryPath);
        isCommitted = true;
      }),

    discard: () =>
      translateErrors(async () => {
        if (isCommitted) return;
        // Closing twice is harmless: a closed handle's close resolves or rejects, and either way it is
        // closed.
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
