// Computes the digest of each file of a folder on disk, to check whether an installed tree is unchanged.
import { createHash, hash as digestOf } from 'node:crypto';
import { closeSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { describeItem, listItems } from '../paths/disk-item.ts';
import { sortByPath } from '../paths/sort-by-path.ts';
import { type FileDigest, NO_DIGEST } from './file-digest.ts';

/** Size of a read, in bytes: most files need only one. */
const READ_BYTES = 256 * 1024;
/** Shared by all calls: what was read is hashed before anything else runs. */
let readBuffer: Buffer | undefined;
/** Number of files and folders between two yields to the event loop. */
const ITEMS_PER_TURN = 100;

/**
 * The files below a folder, at any depth, sorted by the bytes of their paths, without empty folders. Anything
 * that is neither a file nor a folder, or has a name that is not valid UTF-8, is listed with its `problem`
 * and not read: no link below the folder is followed. The folder itself may be a link.
 *
 * It reads with synchronous calls, one file after another into one buffer, which for small files is as fast
 * as concurrent asynchronous calls, and yields to the event loop at intervals. Memory grows with the number
 * of files, not with their sizes.
 * @throws Errors of the file system, unchanged, and the reason of the signal after an abort.
 */
export async function listFileDigests(
  folder: string,
  options: { signal?: AbortSignal | undefined } = {},
): Promise<FileDigest[]> {
  const { signal } = options;
  signal?.throwIfAborted();
  const files: FileDigest[] = [];
  readBuffer ??= Buffer.allocUnsafeSlow(READ_BYTES);
  const folders = [''];
  let itemCount = 0;
  for (let below = folders.pop(); below !== undefined; below = folders.pop()) {
    for (const item of listItems(below === '' ? folder : join(folder, below))) {
      const { path, isFolder, problem } = describeItem(below, item);
      if (problem !== undefined) files.push({ path, sizeBytes: 0, sha256: NO_DIGEST, problem });
      else if (isFolder) folders.push(path);
      else {
        const location = join(folder, path);
        const { sizeBytes, sha256 } =
          hashSmallFile(location, readBuffer) ?? (await hashFile(location, readBuffer, signal));
        files.push({ path, sizeBytes, sha256 });
      }
      itemCount += 1;
      if (itemCount % ITEMS_PER_TURN === 0) await giveTurn(signal);
    }
  }
  return sortByPath(files);
}

/** Size and digest of a file, in one piece; undefined if it fills the buffer. Most files are small, and so need no promise. */
function hashSmallFile(
  location: string,
  buffer: Buffer,
): { readonly sizeBytes: number; readonly sha256: string } | undefined {
  const fd = openSync(location, 'r');
  try {
    const sizeBytes = readUpTo(fd, buffer);
    return sizeBytes === buffer.length
      ? undefined
      : { sizeBytes, sha256: digestOf('sha256', buffer.subarray(0, sizeBytes)) };
  } finally {
    closeSync(fd);
  }
}

async function hashFile(
  location: string,
  buffer: Buffer,
  signal: AbortSignal | undefined,
): Promise<{ sizeBytes: number; sha256: string }> {
  const fd = openSync(location, 'r');
  try {
    let sizeBytes = readUpTo(fd, buffer);
    const hash = createHash('sha256').update(buffer.subarray(0, sizeBytes));
    for (let readBytes = sizeBytes; readBytes === buffer.length; sizeBytes += readBytes) {
      await giveTurn(signal);
      readBytes = readUpTo(fd, buffer);
      hash.update(buffer.subarray(0, readBytes));
    }
    return { sizeBytes, sha256: hash.digest('hex') };
  } finally {
    closeSync(fd);
  }
}

/** Fills the buffer; less only at the end of the file. @returns the number of bytes */
function readUpTo(fd: number, buffer: Buffer): number {
  let sizeBytes = 0;
  for (let readBytes = -1; readBytes !== 0 && sizeBytes < buffer.length; sizeBytes += readBytes)
    readBytes = readSync(fd, buffer, sizeBytes, buffer.length - sizeBytes, null);
  return sizeBytes;
}

/** Yields to timers, transfers and signal handlers, one of which may abort. */
async function giveTurn(signal: AbortSignal | undefined): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
  signal?.throwIfAborted();
}
