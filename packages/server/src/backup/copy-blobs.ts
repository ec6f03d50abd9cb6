// Copies blobs from one folder to another; what is not what its digest says is left out and told.

import type { BlobInventory, BlobStore } from '@prime-registry/blobs';
import { forEachConcurrently } from '@prime-registry/concurrency';
import type { ReferencedBlob } from '@prime-registry/store';
import { FaultyBlobError, findFault, readChecked } from '../actions/tarballs/read-checked.ts';

/** What the copying of blobs works with. */
export interface CopyBlobsDeps {
  readonly from: BlobInventory;
  readonly to: BlobStore;
  /** What is there already, where they go. */
  readonly there: BlobInventory;
  readonly signal: AbortSignal;
  /** Called when a blob is done. */
  onProgress(done: CopiedBlobs): void;
}

/** What was done. */
export interface CopiedBlobs {
  readonly copied: number;
  readonly copiedBytes: number;
  /** Blobs that were there already. */
  readonly kept: number;
  /** Blobs that are not there, because of what they are where they come from. */
  readonly faulty: readonly FaultyBlob[];
}

/** A blob that could not be copied, and why: the end of a sentence that begins with its digest. */
export interface FaultyBlob extends ReferencedBlob {
  readonly reason: string;
}

// Most of the time of a small blob is a wait for the disk.
const AT_A_TIME = 8;

/**
 * Copies the blobs that are not there yet, each durable under its digest.
 * @param existing - `trust` those that are there with the right size, or `read` them to be sure
 * @throws RegistryError `storage_unavailable` when the copy cannot be written
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

/** @throws FaultyBlobError when it is not what it should be where it comes from */
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
