// Lists the tarballs that no version references, except those of publishes in flight.
import type { BlobInventory, StoredFile } from '@prime-registry/blobs';
import { forEachConcurrently } from '@prime-registry/concurrency';
import type { ReferencedBlob, RegistryStore } from '@prime-registry/store';

// Bounds how long publishes wait for the lock to some milliseconds.
const LOOKED_AT_ONCE = 64;
const LOOKED_AT_IN_PARALLEL = 32;

export interface UnreferencedDeps {
  readonly store: Pick<RegistryStore, 'whileUnreferenced'>;
  readonly inventory: Pick<BlobInventory, 'findBlob'>;
}

/**
 * The digests that are not referenced, with their files.
 * @param referenced - read after the digests were listed
 */
export async function listUnreferenced(
  { store, inventory }: UnreferencedDeps,
  digests: readonly string[],
  referenced: readonly ReferencedBlob[],
): Promise<[sha256: string, file: StoredFile][]> {
  const known = new Set(referenced.map(({ sha256 }) => sha256));
  const unknown = digests.filter((sha256) => !known.has(sha256));
  const unreferenced: [string, StoredFile][] = [];
  for (let from = 0; from < unknown.length; from += LOOKED_AT_ONCE) {
    // Under the lock of publishes: a publish in flight places its blob before its version becomes visible.
    await store.whileUnreferenced(unknown.slice(from, from + LOOKED_AT_ONCE), async (left) => {
      await forEachConcurrently(left, { limit: LOOKED_AT_IN_PARALLEL }, async (sha256) => {
        const file = await inventory.findBlob(sha256);
        if (file !== undefined) unreferenced.push([sha256, file]);
      });
      return [];
    });
  }
  return unreferenced;
}
