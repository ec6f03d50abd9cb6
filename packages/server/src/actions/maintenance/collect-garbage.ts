// Finds blobs that no version needs and uploads that nobody is going to end, and removes them. A blob is checked again before it
// goes: see remove-blobs.ts.
import type { AbandonedUpload, BlobInventory, StoredFile } from '@prime-registry/blobs';
import type { RegistryStore } from '@prime-registry/store';
import { isUntouched, REMOVED_AT_ONCE, removeBlobs } from '../tarballs/remove-blobs.ts';
import { operatorActs } from '../tokens/act.ts';

/** Something that nobody needs. */
export type Garbage =
  | ({ readonly kind: 'blob'; readonly sha256: string } & StoredFile)
  | ({ readonly kind: 'upload' } & AbandonedUpload);

/** What a collection works with. */
export interface CollectDeps {
  readonly store: Pick<RegistryStore, 'listReferencedBlobs' | 'whileUnreferenced' | 'recordAct'>;
  readonly inventory: BlobInventory;
  readonly now: () => number;
  readonly signal: AbortSignal;
}

/** Reasons not to trust that what looks like garbage is garbage. */
export class DoubtfulGarbageError extends Error {
  override readonly name = 'DoubtfulGarbageError';
}

/**
 * Finds what nobody needs and nobody has touched for so long; changes nothing.
 * @throws DoubtfulGarbageError when the store and the blobs do not look as if they belonged together: most of the blobs that
 *   versions need are not there, or no version needs any.
 * @throws RegistryError `storage_unavailable` when anything cannot be read: what is not known is not garbage.
 */
export async function findGarbage(deps: CollectDeps, olderThanMs: number): Promise<Garbage[]> {
  const { store, inventory, signal } = deps;
  const isOld = makeIsOld(deps, olderThanMs);
  const garbage: Garbage[] = [];
  let present = 0;
  let missing = 0;
  let unreferenced = 0;
  for await (const { beginning, digests } of inventory.listGroups()) {
    signal.throwIfAborted();
    const needed = await store.listReferencedBlobs(beginning, `${beginning}g`);
    const there = new Set(digests);
    const referenced = new Set(needed.map(({ sha256 }) => sha256));
    for (const sha256 of referenced) {
      if (there.has(sha256)) present += 1;
      else missing += 1;
    }
    for (const sha256 of digests) {
      if (referenced.has(sha256)) continue;
      unreferenced += 1;
      const file = await inventory.findBlob(sha256);
      if (file !== undefined && isOld(file)) garbage.push({ kind: 'blob', sha256, ...file });
    }
  }
  refuseDoubts({ present, missing, unreferenced });
  const uploads = (await inventory.listAbandonedUploads()).filter(isOld);
  return [...garbage, ...uploads.map((upload) => ({ kind: 'upload' as const, ...upload }))];
}

/**
 * Removes what {@link findGarbage} has found, in small batches, unless it has come to be needed or was touched since.
 * @returns each thing that is gone, when its batch is
 */
export async function* removeGarbage(
  deps: CollectDeps,
  olderThanMs: number,
  garbage: readonly Garbage[],
): AsyncGenerator<Garbage> {
  const blobs = garbage.filter((item) => item.kind === 'blob');
  for (let from = 0; from < blobs.length; from += REMOVED_AT_ONCE) {
    deps.signal.throwIfAborted();
    const batch = blobs.slice(from, from + REMOVED_AT_ONCE).map(({ sha256 }) => sha256);
    const { removed, failure } = await removeBlobs(deps, batch, olderThanMs, ({ sha256, sizeBytes }) => ({
      ...operatorActs('gc', deps.now()),
      details: { sha256, size_bytes: sizeBytes },
    }));
    for (const blob of removed) yield { kind: 'blob', ...blob };
    if (failure !== undefined) throw failure.error;
  }
  for (const item of garbage) {
    if (item.kind !== 'upload') continue;
    deps.signal.throwIfAborted();
    await deps.inventory.removeUpload(item.name);
    yield item;
    const details = { upload: item.name, size_bytes: item.sizeBytes };
    await deps.store.recordAct({ ...operatorActs('gc', deps.now()), details });
  }
}

function makeIsOld({ now }: CollectDeps, olderThanMs: number): (file: StoredFile) => boolean {
  const nowMs = now();
  return (file) => isUntouched(file, nowMs, olderThanMs);
}

/** A database that was lost, replaced or restored from long ago names few of the blobs beside it: then they are all there is. */
function refuseDoubts(counts: { present: number; missing: number; unreferenced: number }): void {
  const { present, missing, unreferenced } = counts;
  if (unreferenced === 0) return;
  if (present + missing === 0) {
    throw new DoubtfulGarbageError(
      `the database has no versions, yet there are ${unreferenced} tarballs: it looks as if they belonged to another ` +
        'database. Nothing was removed; if they are of no use, remove them by hand',
    );
  }
  if (missing > present) {
    throw new DoubtfulGarbageError(
      `of the tarballs that the database names, ${missing} are missing and ${present} are there: it looks as if the two did ` +
        "not belong together. Nothing was removed; see what 'prime-registry verify' says",
    );
  }
}
