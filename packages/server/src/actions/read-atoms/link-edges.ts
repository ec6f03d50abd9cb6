// The edges of an atom within the whole registry: where each points, and which other Prime has its target.
import type { Edge } from '@prime-registry/atoms';
import type { AtomStore, LinkedPrime } from '@prime-registry/store';
import { nameHolders } from './name-holders.ts';
import { placeTargets } from './place-edges.ts';

/** An edge, with the Prime that has its target if that is another one. */
export interface LinkedEdge extends Edge {
  readonly prime: LinkedPrime | undefined;
}

/** Links the edges of one atom. */
export async function linkEdges(
  store: Pick<AtomStore, 'findKnownAtoms' | 'findAtomHolders'>,
  edges: readonly Edge[],
): Promise<readonly LinkedEdge[]> {
  const targets = edges.map(({ target }) => target);
  const inside = new Set(edges.filter(({ standing }) => standing === 'inside').map(({ target }) => target));
  const placeOf = await placeTargets(store, targets, (target) => inside.has(target));
  const outside = targets.filter((target) => placeOf(target) === 'outside');
  const holderOf = await nameHolders(store, outside);
  return edges.map(({ verb, target }) => {
    const standing = placeOf(target);
    const holder = standing === 'outside' ? holderOf(target) : undefined;
    return { verb, target, standing, prime: holder && { name: holder.name, version: holder.version } };
  });
}
