// Removes blobs that no version references, under the lock that every publish needs to place its blob. See
// docs/decisions/0012.

import type { BlobInventory, StoredFile } from '@prime-registry/blobs';
import { forEachConcurrently } from '@prime-registry/concurrency';
import type { AuditEntry, BlobReferences } from '@prime-registry/store';

export interface RemoveBlobsDeps {
  readonly store: Pick<BlobReferences, 'whileUnreferenced'>;
  readonly inventory: Pick<BlobInventory, 'findBlob' | 'removeBlob'>;
  readonly now: () => number;
}

/** A blob, or one that was removed. */
export interface RemovedBlob extends StoredFile {
  readonly sha256: string;
}

/** The outcome for some unreferenced blobs. */
export interface BlobRemoval {
  readonly removed: readonly RemovedBlob[];
  /** Digests of blobs that were touched too recently. */
  readonly young: readonly string[];
  /** Why the rest could not be removed. */
  readonly failure: { readonly error: unknown } | undefined;
}

/** Most blobs of one call: some milliseconds with files, about four round trips with an object store. */
export const REMOVED_AT_ONCE = 64;
const REMOVED_IN_PARALLEL = 32;

/** Whether a blob was not touched for `olderThanMs`. */
export function isUntouched({ touchedAtMs }: StoredFile, nowMs: number, olderThanMs: number): boolean {
  return touchedAtMs < nowMs - olderThanMs;
}

/**
 * Removes the blobs that no version references and that were not touched for `olderThanMs`; publishes wait.
 * @param digests - at most {@link REMOVED_AT_ONCE}
 * @param toEntry - the audit log entry of a removed blob
 */
export async function removeBlobs(
  { store, inventory, now }: RemoveBlobsDeps,
  digests: readonly string[],
  olderThanMs: number,
  toEntry?: (blob: RemovedBlob) => AuditEntry,
): Promise<BlobRemoval> {
  const removed: RemovedBlob[] = [];
  const young: string[] = [];
  let failure: BlobRemoval['failure'];
  const remove = async (unreferenced: readonly string[]): Promise<AuditEntry[]> => {
    const entries: AuditEntry[] = [];
    // Removed first, recorded afterwards: a full disk has no room for a record until a blob is gone. If a
    // removal fails, those before it are recorded anyway.
    try {
      await forEachConcurrently(unreferenced, { limit: REMOVED_IN_PARALLEL }, async (sha256) => {
        const file = await inventory.findBlob(sha256);
        if (file === undefined) return;
        if (!isUntouched(file, now(), olderThanMs)) {
          young.push(sha256);
          return;
        }
        await inventory.removeBlob(sha256);
        removed.push({ sha256, ...file });
        if (toEntry !== undefined) entries.push(toEntry({ sha256, ...file }));
      });
    } catch (error) {
      failure = { error };
    }
    return entries;
  };
  try {
    await store.whileUnreferenced(digests, remove);
  } catch (error) {
    failure = { error };
  }
  return { removed, young, failure };
}
