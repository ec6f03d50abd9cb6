// Opens the tarball of a version that is here.

import type { BlobChunks, ByteRange } from '@prime-registry/blobs';
import type { PrimeName, Version } from '@prime-registry/protocol';
import type { VersionRecord } from '@prime-registry/store';
import { versionNotFound } from '../../actions/not-found.ts';
import { MAX_KEPT_BODY_BYTES } from '../../http/response-cache/response-cache.ts';
import type { Needs } from '../route-deps.ts';

/** A version that is here, and the range of its tarball to read. */
export interface WantedTarball {
  readonly name: PrimeName;
  readonly version: Version;
  readonly record: VersionRecord;
  readonly range: ByteRange | 'whole';
}

/**
 * Opens a tarball; a small one is read at once, if all of it is wanted. If it was evicted since its version
 * was found, it is pulled again.
 * @throws RegistryError `storage_unavailable`, `upstream_unavailable`, `upstream_mismatch`; `version_removed` if it was
 *   removed since its version was found
 */
export async function openTarball(
  { store, blobs, mirror }: Needs<'store' | 'blobs' | 'mirror'>,
  { name, version, record, range }: WantedTarball,
): Promise<BlobChunks | Uint8Array> {
  const { sha256, sizeBytes, origin } = record;
  const read = (): Promise<BlobChunks | Uint8Array> => {
    if (range !== 'whole') return blobs.read(sha256, sizeBytes, range);
    return sizeBytes > MAX_KEPT_BODY_BYTES
      ? blobs.read(sha256, sizeBytes)
      : blobs.readWhole(sha256, sizeBytes);
  };
  try {
    return await read();
  } catch (error) {
    const again = await store.findVersion(name.full, version);
    if (again === undefined && (await store.findTombstone(name.full, version)) !== undefined)
      throw await versionNotFound(store, name, version);
    if (origin === undefined || range !== 'whole') throw error;
    // Another reader may have pulled it again already.
    if (again?.sha256 === sha256) return read();
    if (again !== undefined) throw error;
    const pull = await mirror.pull(name, version);
    if (pull?.record.sha256 !== sha256) throw error;
    await pull.begun();
    return pull.read();
  }
}
