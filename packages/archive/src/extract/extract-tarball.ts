// Unpacks a tarball into a new folder: all of it, or nothing.
import { rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { ArchiveLimits } from '../inspect/archive-limits.ts';
import type { Extraction } from './extraction.ts';
import { FolderWriter } from './folder-writer.ts';
import { type Chunks, closeChunks } from './read-chunks.ts';
import { readTarball } from './read-tarball.ts';

/**
 * Unpacks a `.tar.gz` into a folder that it makes, under the rules of inspection and within the same limits. Files
 * get the mode 0644 and folders 0755, less the umask, whatever the archive says. Memory grows with the number of
 * files, not with their sizes.
 *
 * Unless the whole tarball is good, the folder is gone when this settles. In any case the source is closed then.
 *
 * @param targetFolder - A path at which there is nothing yet, in a folder that exists.
 * @throws `EEXIST` when there is anything at `targetFolder`, which is left as it is. Other errors of the file system
 *   such as `ENOSPC`, and what the source throws, as they are; the reason of the signal once it is aborted. A bad
 *   tarball is an answer.
 */
export async function extractTarball(
  chunks: Chunks,
  targetFolder: string,
  limits: ArchiveLimits,
  options: { signal?: AbortSignal | undefined } = {},
): Promise<Extraction> {
  const folder = resolve(targetFolder);
  const writer = await createWriter(folder, chunks);
  try {
    const extraction = await fill(writer, chunks, limits, options.signal);
    if (!extraction.ok) await removeFolder(folder);
    return extraction;
  } catch (error) {
    // What went wrong first is what people can act upon, also when the folder cannot be removed for the same reason.
    await removeFolder(folder).catch(() => {});
    throw error;
  }
}

async function createWriter(folder: string, chunks: Chunks): Promise<FolderWriter> {
  try {
    return new FolderWriter(folder);
  } catch (error) {
    await closeChunks(chunks);
    throw error;
  }
}

async function fill(
  writer: FolderWriter,
  chunks: Chunks,
  limits: ArchiveLimits,
  signal: AbortSignal | undefined,
): Promise<Extraction> {
  try {
    return await readTarball(chunks, limits, signal, writer);
  } finally {
    writer.close();
  }
}

function removeFolder(folder: string): Promise<void> {
  return rm(folder, { recursive: true, force: true });
}
