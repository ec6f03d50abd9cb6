// Where edges point within the whole registry: to an atom of the same Prime, of another one, or to none. It
// is looked up for every answer, because any publish or yank may change it.
import type { AtomStore } from '@prime-registry/store';

/** Where an edge points, as far as this registry knows. */
export type EdgePlace = 'inside' | 'outside' | 'dangling';

/**
 * Creates a function that says where a target is.
 * @param targets - all targets that it will be called with
 * @param isInside - whether the Prime itself has the atom
 */
export async function placeTargets(
  store: Pick<AtomStore, 'findKnownAtoms'>,
  targets: Iterable<string>,
  isInside: (target: string) => boolean,
): Promise<(target: string) => EdgePlace> {
  const others = [...new Set(targets)].filter((target) => !isInside(target));
  const known = await store.findKnownAtoms(others);
  return (target) => {
    if (isInside(target)) return 'inside';
    return known.has(target) ? 'outside' : 'dangling';
  };
}
