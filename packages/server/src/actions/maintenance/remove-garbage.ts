// Removes garbage that was found. Each blob is checked again before: see remove-blobs.ts.
import { REMOVED_AT_ONCE, removeBlobs } from '../tarballs/remove-blobs.ts';
import { operatorActs } from '../tokens/act.ts';
import { type CollectDeps, delayOfRemoved, type Garbage } from './collect-garbage.ts';

/**
 * Removes the garbage of {@link findGarbage} in small batches. Skips what was touched or referenced since.
 * @returns each removed item, after its batch
 */
export async function* removeGarbage(
  deps: CollectDeps,
  olderThanMs: number,
  garbage: readonly Garbage[],
): AsyncGenerator<Garbage> {
  const blobs = garbage.filter((item) => item.kind === 'blob');
  const ofRemoved = blobs.filter(({ of }) => of !== undefined);
  const others = blobs.filter(({ of }) => of === undefined);
  yield* removeBatches(deps, delayOfRemoved(olderThanMs), ofRemoved);
  yield* removeBatches(deps, olderThanMs, others);
  for (const item of garbage) {
    if (item.kind !== 'upload') continue;
    deps.signal.throwIfAborted();
    await deps.inventory.removeUpload(item.name);
    yield item;
    const details = { upload: item.name, size_bytes: item.sizeBytes };
    await deps.store.recordAct({ ...operatorActs('gc', deps.now()), details });
  }
}

async function* removeBatches(
  deps: CollectDeps,
  olderThanMs: number,
  blobs: readonly Extract<Garbage, { readonly kind: 'blob' }>[],
): AsyncGenerator<Garbage> {
  const ofWhat = new Map(blobs.map(({ sha256, of }) => [sha256, of]));
  for (let from = 0; from < blobs.length; from += REMOVED_AT_ONCE) {
    deps.signal.throwIfAborted();
    const batch = blobs.slice(from, from + REMOVED_AT_ONCE).map(({ sha256 }) => sha256);
    const { removed, failure } = await removeBlobs(deps, batch, olderThanMs, ({ sha256, sizeBytes }) => ({
      ...operatorActs('gc', deps.now()),
      details: { sha256, size_bytes: sizeBytes },
    }));
    for (const blob of removed) yield { kind: 'blob', of: ofWhat.get(blob.sha256), ...blob };
    if (failure !== undefined) throw failure.error;
  }
}
