// What changed between any two versions of a Prime.
import { LruCache } from '@prime-registry/concurrency';
import type { PrimeName, Version } from '@prime-registry/protocol';
import type { AtomStore, InventorySummary, VersionStore } from '@prime-registry/store';
import type { Comparison } from '../../tasks/compare-atoms-task.ts';
import type { Tasks } from '../../tasks/tasks.ts';
import { inventoryKey } from './inventory-key.ts';
import { inventoryNotFound } from './inventory-not-found.ts';

/** What a comparison works with. */
export interface DiffDeps {
  readonly store: VersionStore & AtomStore;
  readonly tasks: Tasks;
  readonly comparisons: LruCache<Comparison>;
}

/** Up to this number of atoms, the worst comparison takes some milliseconds. */
const FEW_ATOMS = 20;
/** In characters of pages, which are the most part of a comparison. */
const MAX_CACHED = 8_000_000;

/** A cache of comparisons: the atoms of a version do not change. */
export function createComparisonCache(): LruCache<Comparison> {
  return new LruCache({
    maxSize: MAX_CACHED,
    sizeOf: ({ page, changes }) => page.length + 100 * changes.edges_gained.length + 10_000,
  });
}

/**
 * Compares two versions.
 * @param key - for whom; see TaskUse
 * @throws RegistryError `prime_not_found`, `version_not_found`, `atoms_not_read`, `overloaded`
 */
export async function diffVersions(
  { store, tasks, comparisons }: DiffDeps,
  name: PrimeName,
  [from, to]: readonly [Version, Version],
  key: string,
): Promise<Comparison> {
  const ends = [await findInventory(store, name, from), await findInventory(store, name, to)] as const;
  const [fromKey, toKey] = [inventoryKey(name.full, from, ends[0]), inventoryKey(name.full, to, ends[1])];
  // The page shows the versions as they are in the path, with build metadata.
  const subject = `${fromKey} ${toKey} ${from.full} ${to.full}`;
  return comparisons.getOrLoad(subject, async () => {
    const versions = { name: name.full, from: from.full, to: to.full };
    const isSmall = ends[0].atomCount + ends[1].atomCount <= FEW_ATOMS;
    return tasks.use('compareAtoms', versions, { subject, key, isSmall }, async (call) => {
      for await (const rows of store.readComparedRows(name.full, from)) await call('addBefore', rows);
      for await (const rows of store.readComparedRows(name.full, to)) await call('addAfter', rows);
      return call('compare');
    });
  });
}

async function findInventory(
  store: VersionStore & AtomStore,
  name: PrimeName,
  version: Version,
): Promise<InventorySummary> {
  const summary = await store.findInventory(name.full, version);
  if (summary === undefined) throw await inventoryNotFound(store, name, version);
  return summary;
}
