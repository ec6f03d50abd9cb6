// Where edges lead, seen from the whole registry: to an atom of the same Prime, of another one, or to none at all. Asked anew for
// every answer, as any publish or yank may change it.
import type { AtomStore } from '@prime-registry/store';

/** Where an edge leads, as far as this registry knows. */
export type EdgePlace = 'inside' | 'outside' | 'dangling';

/**
 * Makes a function that tells where a target is.
 * @param targets - that it will be asked for
 * @param isInside - whether an atom is in the Prime itself
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
