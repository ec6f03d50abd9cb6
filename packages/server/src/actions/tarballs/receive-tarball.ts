// Receives a tarball in one pass: hashes, inspects and writes each chunk to the blob store before it reads
// the next one. Memory does not grow with the size of the tarball.
import { createHash } from 'node:crypto';
import { type ArchiveLimits, type Inspection, releaseMemory } from '@prime-registry/archive';
import type { BlobStore } from '@prime-registry/blobs';
import {
  NOTHING_READ,
  type OpenTarballTask,
  type ReadInventory,
  TarballReader,
} from '../../tasks/publish/tarball-reader.ts';
import type { FoundSecrets } from '../../tasks/publish/tarball-secrets.ts';
import type { InventoryBudget } from '../inventory/inventory-budget.ts';
import type { SecretCheck } from '../secrets/secret-check.ts';

/** A tarball that was read to its end. */
export interface ReceivedTarball {
  readonly sizeBytes: number;
  /** SHA-256 of the received bytes, 64 lower-case hexadecimal digits. */
  readonly sha256: string;
  /** Undefined if the tarball is over the size limit: the rest was not inspected. */
  readonly inspection: Inspection | undefined;
  /** Does all that can be done to store it before {@link commit}. Call it once. */
  readonly store: () => Promise<void>;
  /** Makes it readable under its digest; see BlobUpload. */
  readonly commit: () => Promise<void>;
  /** Tokens, also in what is shown of its atoms, and what looks like another secret. */
  readonly secrets: FoundSecrets;
  /** Undefined if the tarball is invalid or its atoms could not be read. Not usable after {@link discard}. */
  readonly inventory: ReadInventory | undefined;
  /**
   * Discards the upload, unless it was committed, and returns the share of the inventory budget. Idempotent.
   */
  discard(): Promise<void>;
}

export interface TarballLimits extends ArchiveLimits {
  readonly maxTarballBytes: number;
}

export interface ReceiveDeps {
  readonly blobs: Pick<BlobStore, 'createUpload'>;
  readonly limits: TarballLimits;
  readonly secrets: SecretCheck;
  readonly openTarballTask: OpenTarballTask;
  readonly inventoryBudget: InventoryBudget;
}

export type TarballReceiver = (body: AsyncIterable<Uint8Array>) => Promise<ReceivedTarball>;

/**
 * Creates a receiver. The caller must discard each received tarball in any case. If receiving fails, the
 * receiver has already done so.
 * @param key - for whom tarballs are read; see TaskUse
 * @param isNew - whether they are published here: then they must have no git repositories in them
 */
export function createTarballReceiver(
  { blobs, limits, secrets, openTarballTask, inventoryBudget }: ReceiveDeps,
  key: string,
  isNew: boolean,
): TarballReceiver {
  return async (body) => {
    const upload = await blobs.createUpload();
    const what = { limits, search: secrets.search, readsAtoms: true, refusesRepositories: isNew };
    const share = inventoryBudget.open();
    const reader = new TarballReader(openTarballTask, what, key, share);
    const discard = async (): Promise<void> => {
      share.release();
      reader.discard();
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
          // What the reader holds is written at once: each write wakes another thread.
          if (reader.holds(chunk)) await reader.write(chunk);
          else {
            if (reader.held?.length) await upload.write(reader.held);
            await Promise.all([reader.write(chunk), upload.write(chunk)]);
          }
        }
        releaseMemory(chunk);
      }
      const isTooLarge = sizeBytes > limits.maxTarballBytes;
      if (!isTooLarge && reader.held?.length) await upload.write(reader.held);
      const sha256 = hash.digest('hex');
      // The disk syncs while a thread reads. Smaller ones are not written before all checks have passed, and larger
      // ones are too much work for a tarball that may be invalid.
      const syncing = !isTooLarge && reader.isHeldForThread ? upload.finish(sha256) : undefined;
      syncing?.catch(() => undefined);
      const read = isTooLarge ? NOTHING_READ : await reader.finish();
      const store = (): Promise<void> => syncing ?? upload.finish(sha256);
      return { sizeBytes, sha256, ...read, store, commit: () => upload.commit(), discard };
    } catch (error) {
      await discard();
      throw error;
    }
  };
}
