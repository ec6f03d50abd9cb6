// The path of a blob's file, and how it is read.
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { damaged, translateErrors } from '../blob-errors.ts';
import type { BlobChunks, ByteRange } from '../blob-store.ts';
import { READ_BUFFER_BYTES, ReadBuffers } from './read-buffers.ts';

const buffers = new ReadBuffers();

/** The folders of blobs in a data folder. */
export interface BlobFolders {
  readonly blobFolder: string;
  readonly uploadFolder: string;
  /** The path for a digest. */
  pathOf(sha256: string): string;
}

/** The folders of a data folder, whether they exist or not. */
export function blobFoldersOf(dataFolder: string): BlobFolders {
  const blobFolder = join(dataFolder, 'blobs', 'sha256');
  return {
    blobFolder,
    uploadFolder: join(dataFolder, 'uploads'),
    pathOf: (sha256) => join(blobFolder, sha256.slice(0, 2), sha256),
  };
}

/** Opens a blob, whole or in part. @throws RegistryError `storage_unavailable` unless it has the size */
export function readBlobFile(
  path: string,
  sha256: string,
  sizeBytes: number,
  range: ByteRange = { start: 0, end: sizeBytes - 1 },
): Promise<BlobChunks> {
  return translateErrors(async () => {
    const file = await open(path);
    const { size } = await file.stat();
    if (size !== sizeBytes) {
      await file.close();
      throw damaged(`blob ${sha256} has ${size} bytes instead of ${sizeBytes}`);
    }
    return readChunks(file, range);
  });
}

async function* readChunks(file: FileHandle, { start, end }: ByteRange): AsyncGenerator<Uint8Array> {
  const buffer = buffers.take(Math.min(READ_BUFFER_BYTES, end - start + 1));
  try {
    for (let position = start; position <= end; ) {
      const wanted = Math.min(buffer.length, end - position + 1);
      const { bytesRead } = await translateErrors(() => file.read(buffer, 0, wanted, position));
      if (bytesRead === 0) throw damaged('a blob became shorter while it was read');
      position += bytesRead;
      yield buffer.subarray(0, bytesRead);
    }
    // A reader that asked for more after the last chunk needs no chunk any more. After a cancelled read, one
    // may still be in use.
    buffers.giveBack(buffer);
  } finally {
    await file.close();
  }
}
