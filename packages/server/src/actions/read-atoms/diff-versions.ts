// What changed between any two versions of a Prime.
import {
  type ComparedAtom,
  diffInventories,
  type InventoryDiff,
  judgeVersions,
  type VersionJudgement,
} from '@prime-registry/atoms';
import { MAX_DIFF_ENTRIES, type PrimeName, type Version } from '@prime-registry/protocol';
import type { AtomStore, VersionStore } from '@prime-registry/store';
import { inventoryNotFound } from './inventory-not-found.ts';
import { type EdgePlace, placeTargets } from './place-edges.ts';

/** A comparison. */
export interface VersionDiff {
  readonly diff: InventoryDiff;
  readonly judgement: VersionJudgement;
  /** The atoms of each version. */
  readonly before: readonly ComparedAtom[];
  readonly after: readonly ComparedAtom[];
  /** Where an added edge points. Known for the first 1,000, the ones that are shown. */
  readonly placeOf: (target: string) => EdgePlace;
}

/**
 * Compares two versions.
 * @throws RegistryError `prime_not_found`, `version_not_found`, `atoms_not_read`
 */
export async function diffVersions(
  store: VersionStore & AtomStore,
  name: PrimeName,
  from: Version,
  to: Version,
): Promise<VersionDiff> {
  const [before, after] = [await readAtoms(store, name, from), await readAtoms(store, name, to)];
  const diff = diffInventories(before, after);
  const inside = new Set(after.map(({ id }) => id));
  // The edges that listChanges shows: there may be hundreds of thousands.
  const gained = diff.edges
    .flatMap((verb) => verb.gained.map(({ target }) => target))
    .slice(0, MAX_DIFF_ENTRIES);
  return {
    diff,
    judgement: judgeVersions(from, to, diff.bump),
    before,
    after,
    placeOf: await placeTargets(store, gained, (target) => inside.has(target)),
  };
}

async function readAtoms(
  store: VersionStore & AtomStore,
  name: PrimeName,
  version: Version,
): Promise<ComparedAtom[]> {
  const atoms = await store.readComparedAtoms(name.full, version);
  if (atoms === undefined) throw await inventoryNotFound(store, name, version);
  return atoms;
}
