// Copies blobs from one folder to another. Leaves out blobs whose bytes do not match their digest, and
// reports them.

import type { BlobInventory, BlobStore } from '@prime-registry/blobs';
import { forEachConcurrently } from '@prime-registry/concurrency';
import type { ReferencedBlob } from '@prime-registry/store';
import { FaultyBlobError, findFault, readChecked } from '../actions/tarballs/read-checked.ts';

export interface CopyBlobsDeps {
  readonly from: BlobInventory;
  readonly to: BlobStore;
  /** The blobs that the target has already. */
  readonly there: BlobInventory;
  readonly signal: AbortSignal;
  /** Called after each blob. */
  onProgress(done: CopiedBlobs): void;
}

/** The result so far. */
export interface CopiedBlobs {
  readonly copied: number;
  readonly copiedBytes: number;
  /** Blobs that the target had already. */
  readonly kept: number;
  /** Blobs that were left out because they are damaged or missing at the source. */
  readonly faulty: readonly FaultyBlob[];
}

/** A blob that could not be copied; the reason continues a sentence that begins with its digest. */
export interface FaultyBlob extends ReferencedBlob {
  readonly reason: string;
}

// Small blobs mostly wait for the disk.
const AT_A_TIME = 8;

/**
 * Copies the missing blobs; each is durable under its digest.
 * @param existing - `trust` existing blobs of the right size, or `read` them to be sure
 * @throws RegistryError `storage_unavailable` if the copy cannot be written
 */
export async function copyBlobs(
  deps: CopyBlobsDeps,
  blobs: readonly ReferencedBlob[],
  existing: 'trust' | 'read',
): Promise<CopiedBlobs> {
  const done = { copied: 0, copiedBytes: 0, kept: 0, faulty: [] as FaultyBlob[] };
  await forEachConcurrently(blobs, { limit: AT_A_TIME }, async (blob) => {
    deps.signal.throwIfAborted();
    try {
      if (await isThere(deps, blob, existing)) done.kept += 1;
      else {
        await copyBlob(deps, blob);
        done.copied += 1;
        done.copiedBytes += blob.sizeBytes;
      }
    } catch (error) {
      if (!(error instanceof FaultyBlobError)) throw error;
      done.faulty.push({ ...blob, reason: error.message });
    }
    deps.onProgress(done);
  });
  return done;
}

async function isThere(
  { there, signal }: CopyBlobsDeps,
  blob: ReferencedBlob,
  existing: 'trust' | 'read',
): Promise<boolean> {
  if (existing === 'read') return (await findFault(there, blob, signal)) === undefined;
  return (await there.findBlob(blob.sha256))?.sizeBytes === blob.sizeBytes;
}

/** @throws FaultyBlobError if the blob at the source is damaged or missing */
async function copyBlob({ from, to, signal }: CopyBlobsDeps, blob: ReferencedBlob): Promise<void> {
  const upload = await to.createUpload();
  try {
    for await (const chunk of readChecked(from, blob, signal)) await upload.write(chunk);
    await upload.finish(blob.sha256);
    await upload.commit();
  } finally {
    await upload.discard();
  }
}
