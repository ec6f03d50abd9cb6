// One upload: in memory or a temporary file until it is complete, then renamed to the path of its digest.
import { type FileHandle, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { translateErrors } from '../blob-errors.ts';
import type { BlobUpload } from '../blob-store.ts';
import { uploadFileName } from '../upload-leftovers.ts';
import { createDurably } from './descriptors.ts';
import type { DiskReserve } from './disk-reserve.ts';
import type { DurableFolders } from './durable-folders.ts';

/**
 * An upload of at most this size is kept in memory until it is complete: one that is refused before never has a file,
 * and any other is written at once.
 */
const HELD_BYTES = 24 * 1024;
const MODE = 0o640;

/** The folders and paths of uploads. */
export interface UploadPlaces {
  readonly uploadFolder: string;
  /** The path for a digest. */
  readonly pathOf: (sha256: string) => string;
  readonly blobFolders: DurableFolders;
  readonly reserve: DiskReserve;
}

/** Starts an upload. */
export function createFileUpload({ uploadFolder, pathOf, blobFolders, reserve }: UploadPlaces): BlobUpload {
  const temporaryPath = join(uploadFolder, uploadFileName());
  let held: Uint8Array[] = [];
  let heldBytes = 0;
  /** Undefined as long as everything is held. */
  let opening: Promise<FileHandle> | undefined;
  let hasFile = false;
  let path: string | undefined;
  let isCommitted = false;

  /** Opens the file, and writes what was held. */
  async function openFile(): Promise<FileHandle> {
    hasFile = true;
    opening = open(temporaryPath, 'wx', MODE);
    const file = await opening;
    await writeWhole(file, Buffer.concat(held));
    held = [];
    return file;
  }

  return {
    write: (chunk) =>
      translateErrors(async () => {
        if (opening === undefined && heldBytes + chunk.length <= HELD_BYTES) {
          heldBytes += chunk.length;
          held.push(Uint8Array.from(chunk));
        } else await writeWhole(await (opening ?? openFile()), chunk);
      }),

    finish: (sha256) =>
      translateErrors(async () => {
        path = pathOf(sha256);
        await reserve.require();
        if (opening === undefined) {
          hasFile = true;
          const [only = new Uint8Array(), ...more] = held;
          await createDurably(temporaryPath, more.length === 0 ? only : Buffer.concat(held), MODE);
        } else {
          const file = await opening;
          await file.sync();
          await file.close();
        }
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
        if (isCommitted || !hasFile) return;
        // A write may be under way, also the first one. Closing waits for it; closing twice is harmless: a closed
        // handle's close resolves or rejects, and either way it is closed.
        await opening?.then((file) => file.close()).catch(() => undefined);
        await rm(temporaryPath, { force: true });
      }),
  };
}

async function writeWhole(file: FileHandle, chunk: Uint8Array): Promise<void> {
  let offset = 0;
  while (offset < chunk.length) {
    const { bytesWritten } = await file.write(chunk, offset);
    offset += bytesWritten;
  }
}
