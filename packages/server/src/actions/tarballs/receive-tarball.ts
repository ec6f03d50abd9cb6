// Takes a tarball in one pass: every chunk is hashed, inspected and written to the blobs before the next one is read, so
// that memory does not grow with its size.
import { createHash } from 'node:crypto';
import {
  type ArchiveLimits,
  type Inspection,
  releaseMemory,
  TarballInspector,
} from '@prime-registry/archive';
import { type Inventory, InventoryCollector } from '@prime-registry/atoms';
import type { BlobStore, BlobUpload } from '@prime-registry/blobs';
import type { InventoryBudget } from '../inventory/inventory-budget.ts';

/** A tarball that was read to its end. */
export interface ReceivedTarball {
  readonly sizeBytes: number;
  /** Of the exact bytes received, 64 lower-case hexadecimal digits. */
  readonly sha256: string;
  /** Undefined when the tarball is over the limit: it was not looked at to its end. */
  readonly inspection: Inspection | undefined;
  readonly upload: BlobUpload;
  /** What was read of its atoms. To be asked once, if the tarball is good; undefined when they could not be read. */
  readInventory(): Promise<Inventory | undefined>;
  /** Throws it away, unless the upload was committed, and lets go of what was read. Does nothing a second time. */
  discard(): Promise<void>;
}

/** Limits on a tarball. */
export interface TarballLimits extends ArchiveLimits {
  readonly maxTarballBytes: number;
}

export type TarballReceiver = (body: AsyncIterable<Uint8Array>) => Promise<ReceivedTarball>;

/**
 * Makes a receiver. Whoever uses it discards the tarball, whatever became of it; when receiving fails, the receiver has done so
 * itself.
 */
export function createTarballReceiver(
  blobs: BlobStore,
  limits: TarballLimits,
  inventoryBudget: InventoryBudget,
): TarballReceiver {
  return async (body) => {
    const upload = await blobs.createUpload();
    const atoms = new InventoryCollector();
    const inspector = new TarballInspector(limits, atoms);
    const share = inventoryBudget.open();
    const discard = async (): Promise<void> => {
      share.release();
      await upload.discard();
    };
    const hash = createHash('sha256');
    let sizeBytes = 0;
    try {
      for await (const chunk of body) {
        sizeBytes += chunk.length;
        // Past the limit the rest is only read: a manifest that is wrong may follow, and comes first in the answer.
        if (sizeBytes <= limits.maxTarballBytes) {
          hash.update(chunk);
          await Promise.all([upload.write(chunk), inspector.write(chunk)]);
          if (!(await share.grow(atoms.takenBytes))) {
            atoms.giveUp();
            share.release();
          }
        }
        releaseMemory(chunk);
      }
      const isTooLarge = sizeBytes > limits.maxTarballBytes;
      const inspection = isTooLarge ? undefined : await inspector.finish();
      const readInventory = () => atoms.finish();
      return { sizeBytes, sha256: hash.digest('hex'), inspection, upload, readInventory, discard };
    } catch (error) {
      await discard();
      throw error;
    } finally {
      inspector.discard();
    }
  };
}
