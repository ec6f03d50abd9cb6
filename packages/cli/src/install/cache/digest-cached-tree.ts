// The digest of the tree in a cached tarball.
import { readTarballFileDigests, treeDigest } from '@prime-registry/archive';
import { CACHED_LIMITS } from '../limits.ts';
import { DamagedTarballError } from './read-verified.ts';
import type { TarballCache } from './tarball-cache.ts';

/** Reads the cached tarball with a SHA-256 and verifies it; undefined if it is not there, damaged or unreadable. */
export async function digestCachedTree(tarballs: TarballCache, sha256: string): Promise<string | undefined> {
  try {
    const reading = await readTarballFileDigests(tarballs.read(sha256), CACHED_LIMITS);
    return reading.ok ? treeDigest(reading.files) : undefined;
  } catch (error) {
    if (error instanceof DamagedTarballError) return undefined;
    throw error;
  }
}
