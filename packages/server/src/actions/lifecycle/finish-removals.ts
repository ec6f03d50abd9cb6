// Finishes removals of versions: removes tarballs that could not be removed, and erases words.
import type { BlobInventory } from '@prime-registry/blobs';
import type { RegistryStore } from '@prime-registry/store';
import { removeTarball } from './remove-tarball.ts';

export interface FinishDeps {
  readonly store: RegistryStore;
  /** Opens the blob inventory during the work. */
  readonly withInventory: (work: (inventory: BlobInventory) => Promise<void>) => Promise<void>;
  readonly now: () => number;
}

const AT_ONCE = 100;

/**
 * Finishes all removals; servers may be running.
 * @throws RegistryError `storage_unavailable`, and the reason of the signal
 */
export async function finishRemovals(deps: FinishDeps, signal: AbortSignal): Promise<void> {
  try {
    await removeTarballs(deps, signal);
  } finally {
    // Also if the tarballs are away.
    await eraseWords(deps, signal);
  }
}

async function removeTarballs({ store, withInventory, now }: FinishDeps, signal: AbortSignal): Promise<void> {
  for (let count = AT_ONCE; count === AT_ONCE; ) {
    const some = await store.listUnfinishedRemovals('tarball', AT_ONCE);
    count = some.length;
    if (count === 0) return;
    await withInventory(async (inventory) => {
      for (const { name, identity, sha256 } of some) {
        signal.throwIfAborted();
        await removeTarball({ store, inventory, now }, { name, version: identity, sha256 });
      }
    });
  }
}

/** @throws RegistryError `storage_unavailable`, and the reason of the signal */
export async function eraseWords({ store }: Pick<FinishDeps, 'store'>, signal: AbortSignal): Promise<void> {
  for (let count = AT_ONCE; count === AT_ONCE; ) {
    const some = await store.listUnfinishedRemovals('words', AT_ONCE);
    count = some.length;
    if (count === 0) return;
    await store.eraseWords(signal);
    await store.finishRemovals(some);
  }
}
