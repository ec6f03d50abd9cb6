// Removes the tarball of a removed version, unless other versions have the same one.
import type { BlobInventory } from '@prime-registry/blobs';
import { identityOfVersion } from '@prime-registry/protocol';
import type { RegistryStore, TombstoneRecord } from '@prime-registry/store';
import { removeBlobs } from '../tarballs/remove-blobs.ts';

export interface RemoveTarballDeps {
  readonly store: Pick<RegistryStore, 'whileUnreferenced' | 'finishRemovals'>;
  readonly inventory: Pick<BlobInventory, 'findBlob' | 'removeBlob'>;
  readonly now: () => number;
}

/** A blob that was touched in the future is removed as well: clocks differ. */
const AT_ONCE = Number.NEGATIVE_INFINITY;

/**
 * Removes it durably, and notes that this part of the removal is finished. Does nothing if it is gone already.
 * @throws RegistryError `storage_unavailable`
 */
export async function removeTarball(
  { store, inventory, now }: RemoveTarballDeps,
  { name, version, sha256 }: Pick<TombstoneRecord, 'name' | 'version' | 'sha256'>,
): Promise<void> {
  const durably = {
    findBlob: inventory.findBlob,
    removeBlob: (digest: string) => inventory.removeBlob(digest, true),
  };
  const { failure } = await removeBlobs({ store, inventory: durably, now }, [sha256], AT_ONCE);
  if (failure !== undefined) throw failure.error;
  await store.finishRemovals([{ part: 'tarball', name, identity: identityOfVersion(version), sha256 }]);
}
