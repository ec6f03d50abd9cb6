// The digest of the tree in a cached tarball.
import { type FileDigest, readTarballFileDigests, treeDigest } from '@prime-registry/archive';
import { ignore, isA } from '../../errors/expected.ts';
import { CACHED_LIMITS } from '../limits.ts';
import { DamagedTarballError } from './read-verified.ts';
import type { TarballCache } from './tarball-cache.ts';

/** Reads the cached tarball with a SHA-256 and verifies it; undefined if it is not there, damaged or unreadable. */
export async function readCachedFiles(
  tarballs: TarballCache,
  sha256: string,
): Promise<readonly FileDigest[] | undefined> {
  const reading = await readTarballFileDigests(tarballs.read(sha256), CACHED_LIMITS).catch(
    ignore(isA(DamagedTarballError)),
  );
  return reading?.ok === true ? reading.files : undefined;
}

export async function digestCachedTree(tarballs: TarballCache, sha256: string): Promise<string | undefined> {
  const files = await readCachedFiles(tarballs, sha256);
  return files && treeDigest(files);
}
