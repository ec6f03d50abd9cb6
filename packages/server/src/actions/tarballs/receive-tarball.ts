// Receives a tarball in one pass: hashes, inspects and writes each chunk to the blob store before it reads
// the next one. Memory does not grow with the size of the tarball.
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
import { type FoundSecrets, type SecretSearch, TarballSecrets } from '../secrets/tarball-secrets.ts';

/** A tarball that was read to its end. */
export interface ReceivedTarball {
  readonly sizeBytes: number;
  /** SHA-256 of the received bytes, 64 lower-case hexadecimal digits. */
  readonly sha256: string;
  /** Undefined if the tarball is over the size limit: the rest was not inspected. */
  readonly inspection: Inspection | undefined;
  readonly upload: BlobUpload;
  /** Tokens, and what looks like another secret. */
  readonly secrets: FoundSecrets;
  /** The inventory, to be called once if the tarball is valid; undefined if its atoms could not be read. */
  readInventory(): Promise<Inventory | undefined>;
  /**
   * Discards the upload, unless it was committed, and returns the share of the inventory budget. Idempotent.
   */
  discard(): Promise<void>;
}

/** Limits on a tarball. */
export interface TarballLimits extends ArchiveLimits {
  readonly maxTarballBytes: number;
}

export type TarballReceiver = (body: AsyncIterable<Uint8Array>) => Promise<ReceivedTarball>;

/**
 * Creates a receiver. The caller must discard each received tarball in any case. If receiving fails, the
 * receiver has already done so.
 */
export function createTarballReceiver(
  blobs: BlobStore,
  limits: TarballLimits,
  inventoryBudget: InventoryBudget,
  search: SecretSearch,
): TarballReceiver {
  return async (body) => {
    const upload = await blobs.createUpload();
    const atoms = new InventoryCollector();
    const secrets = new TarballSecrets(search, atoms);
    const inspector = new TarballInspector(limits, secrets);
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
        // Past the limit the rest is only drained: a manifest may follow whose errors come first in the
        // answer.
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
      const found = { inspection, secrets: secrets.list() };
      return { sizeBytes, sha256: hash.digest('hex'), ...found, upload, readInventory, discard };
    } catch (error) {
      await discard();
      throw error;
    } finally {
      inspector.discard();
    }
  };
}
