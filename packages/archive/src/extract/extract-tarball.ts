// Unpacks a tarball into a new folder, completely or not at all.
import { rm } from 'node:fs/promises';
import { isAbsolute, resolve } from 'node:path';
import type { ArchiveLimits } from '../inspect/archive-limits.ts';
import { type ExtractionObserver, FolderWriter } from './folder-writer.ts';
import { type Chunks, closeChunks } from './read-chunks.ts';
import { type Extraction, readTarballFileDigests } from './read-tarball.ts';

/**
 * Unpacks a `.tar.gz` into a new folder, under the rules and limits of inspection, and without git repositories. Files get the mode 0644
 * and folders 0755, less the umask; the modes in the archive are ignored. Memory grows with the number of
 * files, not with their sizes.
 *
 * If the tarball is invalid, the folder is removed before this settles. The source is always closed by then.
 *
 * @param targetFolder - A path where nothing exists yet, in an existing folder.
 * @throws `EEXIST` when anything exists at `targetFolder`, which stays as it is. Other errors of the file
 *   system, such as `ENOSPC`, and errors of the source, unchanged; the reason of the signal after an abort.
 *   An invalid tarball is a result, not an error.
 */
export async function extractTarball(
  chunks: Chunks,
  targetFolder: string,
  limits: ArchiveLimits,
  options: { signal?: AbortSignal | undefined; observer?: ExtractionObserver | undefined } = {},
): Promise<Extraction> {
  const folder = isAbsolute(targetFolder) ? targetFolder : resolve(targetFolder);
  const writer = await createWriter(folder, chunks, options.observer);
  try {
    const reading = readTarballFileDigests(chunks, limits, { signal: options.signal, sink: writer });
    const extraction = await reading.finally(() => writer.close());
    if (!extraction.ok) await removeFolder(folder);
    return extraction;
  } catch (error) {
    // The first error is the useful one, even if the folder cannot be removed for the same reason.
    await removeFolder(folder).catch(() => {});
    throw error;
  }
}

async function createWriter(
  folder: string,
  chunks: Chunks,
  observer: ExtractionObserver | undefined,
): Promise<FolderWriter> {
  try {
    return new FolderWriter(folder, observer);
  } catch (error) {
    await closeChunks(chunks);
    throw error;
  }
}

function removeFolder(folder: string): Promise<void> {
  return rm(folder, { recursive: true, force: true });
}
