// The version step that changes require: the rule of the protocol.

/** The part of a version to raise; `none` without changes. */
export type Bump = 'major' | 'minor' | 'patch' | 'none';

/** Bumps, in ascending order. */
export const BUMPS: readonly Bump[] = ['none', 'patch', 'minor', 'major'];

interface Changes {
  readonly added: readonly unknown[];
  readonly removed: readonly unknown[];
  readonly changed: readonly unknown[];
  readonly edges: readonly { readonly gained: readonly unknown[] }[];
  readonly removedVerbs: readonly unknown[];
}

/**
 * Removed atoms, and verbs whose last edge was removed, are `major`; new atoms and edges are `minor`; all other
 * changes are `patch`.
 */
export function findRequiredBump({ added, removed, changed, edges, removedVerbs }: Changes): Bump {
  if (removed.length > 0 || removedVerbs.length > 0) return 'major';
  if (added.length > 0 || edges.some(({ gained }) => gained.length > 0)) return 'minor';
  return changed.length > 0 || edges.length > 0 ? 'patch' : 'none';
}
