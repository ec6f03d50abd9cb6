// Garbage collection: finds blobs that no version references, and uploads that were abandoned.
import type { AbandonedUpload, BlobInventory, StoredFile } from '@prime-registry/blobs';
import type { RegistryStore, VersionLabel } from '@prime-registry/store';
import { isUntouched } from '../tarballs/remove-blobs.ts';
import { listRemovedBlobs } from './removed-blobs.ts';

/** A blob without a version, or an abandoned upload. */
export type Garbage =
  | ({
      readonly kind: 'blob';
      readonly sha256: string;
      /** The removed versions whose tarball it is. */
      readonly of?: readonly VersionLabel[] | undefined;
    } & StoredFile)
  | ({ readonly kind: 'upload' } & AbandonedUpload);

export interface CollectDeps {
  readonly store: Pick<
    RegistryStore,
    'listReferencedBlobs' | 'listTombstones' | 'whileUnreferenced' | 'recordAct'
  >;
  readonly inventory: BlobInventory;
  readonly now: () => number;
  readonly signal: AbortSignal;
}

/** Tarballs of removed versions need not be older: nobody wants them back. A publish in flight may have the same. */
const REMOVED_OLDER_THAN_MS = 60_000;

/** What looks like garbage may not be garbage. */
class DoubtfulGarbageError extends Error {
  override readonly name = 'DoubtfulGarbageError';
}

/**
 * Finds garbage that nothing has touched for `olderThanMs`, tarballs of removed versions after a minute; changes
 * nothing.
 * @throws DoubtfulGarbageError if database and blobs do not seem to belong together: most of the referenced
 *   blobs are missing, or no version references any blob
 * @throws RegistryError `storage_unavailable` if anything cannot be read: a blob counts as garbage only if
 *   that is certain
 */
export async function findGarbage(deps: CollectDeps, olderThanMs: number): Promise<Garbage[]> {
  const { store, inventory, signal } = deps;
  const isOld = makeIsOld(deps, olderThanMs);
  const isOldEnough = makeIsOld(deps, delayOfRemoved(olderThanMs));
  const removed = await listRemovedBlobs(store);
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
      else {
        // Fails if all blobs are away.
        if (missing === 0) await inventory.findBlob(sha256);
        missing += 1;
      }
    }
    for (const sha256 of digests) {
      if (referenced.has(sha256)) continue;
      const of = removed.get(sha256);
      // That of a removed version is expected: it raises no doubts.
      if (of === undefined) unreferenced += 1;
      const file = await inventory.findBlob(sha256);
      if (file === undefined) continue;
      if (of !== undefined && isOldEnough(file)) garbage.push({ kind: 'blob', sha256, of, ...file });
      else if (isOld(file)) garbage.push({ kind: 'blob', sha256, ...file });
    }
  }
  refuseDoubts({ present, missing, unreferenced });
  const uploads = (await inventory.listAbandonedUploads()).filter(isOld);
  return [...garbage, ...uploads.map((upload) => ({ kind: 'upload' as const, ...upload }))];
}

/** How long nothing has touched a tarball of a removed version, in milliseconds. */
export function delayOfRemoved(olderThanMs: number): number {
  return Math.min(olderThanMs, REMOVED_OLDER_THAN_MS);
}

function makeIsOld({ now }: CollectDeps, olderThanMs: number): (file: StoredFile) => boolean {
  const nowMs = now();
  return (file) => isUntouched(file, nowMs, olderThanMs);
}

/**
 * A database that was lost, replaced or restored from an old backup references few of the blobs next to it.
 * Then the blobs may be all that is left of the registry.
 */
function refuseDoubts(counts: { present: number; missing: number; unreferenced: number }): void {
  const { present, missing, unreferenced } = counts;
  if (unreferenced === 0) return;
  if (present + missing === 0) {
    throw new DoubtfulGarbageError(
      `the database has no versions, yet there are ${unreferenced} tarballs: they seem to belong to another ` +
        'database. Nothing was removed; if they are of no use, remove them by hand',
    );
  }
  if (missing > present) {
    throw new DoubtfulGarbageError(
      `${missing} of the tarballs that the database references are missing, and only ${present} are there: the two do not ` +
        "seem to belong together. Nothing was removed; see what 'prime-registry verify' says",
    );
  }
}
