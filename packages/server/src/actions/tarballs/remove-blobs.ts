// Removes blobs that no version needs, under the lock that every publish needs to put its own in place; docs/decisions/0012 tells
// why that is enough.

import type { BlobInventory, StoredFile } from '@prime-registry/blobs';
import { forEachConcurrently } from '@prime-registry/concurrency';
import type { AuditEntry, BlobReferences } from '@prime-registry/store';

/** What removing works with. */
export interface RemoveBlobsDeps {
  readonly store: Pick<BlobReferences, 'whileUnreferenced'>;
  readonly inventory: Pick<BlobInventory, 'findBlob' | 'removeBlob'>;
  readonly now: () => number;
}

/** A blob, or one that was. */
export interface RemovedBlob extends StoredFile {
  readonly sha256: string;
}

/** What became of some blobs that no version needs. */
export interface BlobRemoval {
  readonly removed: readonly RemovedBlob[];
  /** Digests of those that somebody has touched too lately. */
  readonly young: readonly string[];
  /** What kept the rest from being removed. */
  readonly failure: { readonly error: unknown } | undefined;
}

/** So many are removed at once at most: milliseconds with files, four round trips or so with a store far off. */
export const REMOVED_AT_ONCE = 64;
const REMOVED_IN_PARALLEL = 32;

/** Whether nobody has touched a blob for so long. */
export function isUntouched({ touchedAtMs }: StoredFile, nowMs: number, olderThanMs: number): boolean {
  return touchedAtMs < nowMs - olderThanMs;
}

/**
 * Removes those of the blobs that no version needs and nobody has touched for so long; publishes wait meanwhile.
 * @param digests - at most {@link REMOVED_AT_ONCE}
 * @param toEntry - what the audit log tells of each
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
    // Removed first and recorded then: on a full disk there is no room for a record before something has gone. A failure
    // ends it, and what was removed before is recorded all the same.
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
