// Names the Prime that has the target of an edge outside of its own Prime.
import type { AtomGlimpse, AtomStore, LinkedPrime } from '@prime-registry/store';

/** Most targets whose holders are looked up; an atom may have 256. */
const MAX_TARGETS = 100;

/** The first Prime that has an atom, and what the atom is there. */
export interface NamedHolder extends LinkedPrime {
  readonly atom: AtomGlimpse;
}

/**
 * Creates a function that names the first Prime with an atom: of the scope of the atom, if there is one. Undefined
 * for an atom that no Prime has, and beyond the first 100 targets.
 */
export async function nameHolders(
  store: Pick<AtomStore, 'findAtomHolders'>,
  targets: readonly string[],
): Promise<(target: string) => NamedHolder | undefined> {
  const some = [...new Set(targets)].slice(0, MAX_TARGETS);
  const holders = some.length === 0 ? new Map() : await store.findAtomHolders(some);
  return (target) => holders.get(target)?.[0];
}
