// Computes the digest of each file of a tarball, without writing to disk.
import type { ArchiveLimits } from '../inspect/archive-limits.ts';
import type { Extraction } from './extraction.ts';
import type { Chunks } from './read-chunks.ts';
import { readTarball } from './read-tarball.ts';

/**
 * Returns the same result as {@link extractTarball} and unpacks nothing. Memory grows with the number of
 * files, not with their sizes. When it settles, the source is closed.
 * @throws Errors of the source, and the reason of the signal after an abort. An invalid tarball is a result,
 *   not an error.
 */
export async function readTarballFileDigests(
  chunks: Chunks,
  limits: ArchiveLimits,
  options: { signal?: AbortSignal | undefined } = {},
): Promise<Extraction> {
  return readTarball(chunks, limits, options.signal);
}
