// How far a version has to move for what was changed: the rule of the protocol.

/** The part of a version that moves; `none` when nothing was changed. */
export type Bump = 'major' | 'minor' | 'patch' | 'none';

/** Bumps, each more than those before it. */
export const BUMPS: readonly Bump[] = ['none', 'patch', 'minor', 'major'];

/** What the rule looks at. */
interface Changes {
  readonly added: readonly unknown[];
  readonly removed: readonly unknown[];
  readonly changed: readonly unknown[];
  readonly edges: readonly { readonly gained: readonly unknown[] }[];
  readonly removedVerbs: readonly unknown[];
}

/**
 * Removed atoms, and verbs that no edge has any more, are `major`; new atoms and edges are `minor`; whatever else was
 * changed is `patch`.
 */
export function findRequiredBump({ added, removed, changed, edges, removedVerbs }: Changes): Bump {
  if (removed.length > 0 || removedVerbs.length > 0) return 'major';
  if (added.length > 0 || edges.some(({ gained }) => gained.length > 0)) return 'minor';
  return changed.length > 0 || edges.length > 0 ? 'patch' : 'none';
}
