// Compares the atoms of any two versions of a Prime.
import { LruCache } from '@prime-registry/concurrency';
import type { PrimeName, Version } from '@prime-registry/protocol';
import type { AtomStore, VersionStore } from '@prime-registry/store';
import type { Comparison } from '../../tasks/compare/compare-atoms-task.ts';
import type { Tasks } from '../../tasks/tasks.ts';
import type { AbsenceStore } from '../not-found.ts';
import { inventoryKey } from './inventory-key.ts';
import { inventoryNotFound } from './inventory-not-found.ts';

type DiffStore = VersionStore & AtomStore & AbsenceStore;

export interface DiffDeps {
  readonly store: DiffStore;
  readonly tasks: Tasks;
  readonly comparisons: LruCache<Comparison>;
}

/** A comparison, and what names its content in caches. */
interface KeyedComparison {
  readonly comparison: Comparison;
  readonly subject: string;
}

/** Up to this number of atoms, the worst comparison takes some milliseconds. */
const FEW_ATOMS = 20;
/** In characters, about. */
const MAX_CACHED = 8_000_000;
/** The length of a named atom or edge, about. */
const ENTRY_LENGTH = 200;

/** A cache of comparisons: the atoms of a version do not change. */
export function createComparisonCache(): LruCache<Comparison> {
  return new LruCache({
    maxSize: MAX_CACHED,
    sizeOf: ({ outline: { added, removed, changed, gained, lost } }) => {
      const sides = changed.flatMap((each) => each.sides ?? []);
      const entries = 2 * (added.length + removed.length + changed.length + gained.length + lost.length);
      const facts = sides.reduce(
        (sum, { description, label = '' }) => sum + description.length + label.length,
        0,
      );
      return 1000 + ENTRY_LENGTH * (entries + sides.length) + facts;
    },
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
): Promise<KeyedComparison> {
  const [before, after] = [await findEnd(store, name, from), await findEnd(store, name, to)];
  // Without the build metadata of the request: each spelling would be a new comparison.
  const subject = `${before.key} ${after.key}`;
  const comparison = await comparisons.getOrLoad(subject, async () => {
    const versions = { name: name.full, from: before.version, to: after.version };
    const isSmall = before.atomCount + after.atomCount <= FEW_ATOMS;
    return tasks.use('compareAtoms', versions, { subject, key, isSmall }, async (call) => {
      for await (const rows of await findRows(store, name, from)) await call('addBefore', rows);
      for await (const rows of await findRows(store, name, to)) await call('addAfter', rows);
      return call('compare');
    });
  });
  return { comparison, subject };
}

async function findRows(store: AtomStore, name: PrimeName, version: Version) {
  return (await store.findComparedRows(name.full, version)) ?? [];
}

/** One of the compared versions. */
interface End {
  /** As it was published. */
  readonly version: string;
  readonly atomCount: number;
  readonly key: string;
}

async function findEnd(store: DiffStore, name: PrimeName, version: Version): Promise<End> {
  const record = await store.findVersion(name.full, version);
  const summary = await store.findInventory(name.full, version);
  if (record === undefined || summary === undefined) throw await inventoryNotFound(store, name, version);
  const key = inventoryKey(name.full, version, record.sha256, summary);
  return { version: record.version, atomCount: summary.atomCount, key };
}
