// Rebuilds the search index after an upgrade, piece by piece, while requests are answered.
import { setTimeout as delay, setImmediate } from 'node:timers/promises';
import type { IndexStore, RebuildStep } from '@prime-registry/store';

/** How often a process checks the progress of another one. */
const ELSEWHERE_MS = 1000;

/** A step of a rebuild that has not finished. */
export type RebuildProgress = Exclude<RebuildStep, { readonly kind: 'whole' }>;

export interface RebuildDeps {
  readonly store: IndexStore;
  readonly signal: AbortSignal;
  onProgress(progress: RebuildProgress): void;
}

/**
 * Rebuilds the index, or waits for another process that does, until it is whole.
 * @returns whether there was anything to do
 * @throws RegistryError `storage_unavailable`, and the reason of the signal
 */
export async function rebuildSearch({ store, signal, onProgress }: RebuildDeps): Promise<boolean> {
  if (await store.isSearchWhole()) return false;
  for (;;) {
    signal.throwIfAborted();
    const step = await store.rebuildSearch();
    if (step.kind === 'whole') return true;
    onProgress(step);
    // Requests get their turn.
    await (step.kind === 'elsewhere' ? delay(ELSEWHERE_MS, undefined, { signal }) : setImmediate());
  }
}
