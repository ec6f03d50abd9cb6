// Looks into a tarball: the digest of each file, with nothing written to disk.
import type { ArchiveLimits } from '../inspect/archive-limits.ts';
import type { Extraction } from './extraction.ts';
import type { Chunks } from './read-chunks.ts';
import { readTarball } from './read-tarball.ts';

/**
 * Answers what {@link extractTarball} would, and unpacks nothing. Memory grows with the number of files, not with
 * their sizes. When it settles, the source is closed.
 * @throws What the source throws, and the reason of the signal once it is aborted. A bad tarball is an answer.
 */
export async function readTarballFileDigests(
  chunks: Chunks,
  limits: ArchiveLimits,
  options: { signal?: AbortSignal | undefined } = {},
): Promise<Extraction> {
  return readTarball(chunks, limits, options.signal);
}
