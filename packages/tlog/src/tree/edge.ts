// The right edge of a tree (a compact range): all that is needed to append to it.
import { emptyRoot, type Hash, type Sha256 } from './hash.ts';
import { joinDescending } from './join-subtrees.ts';

/** A tree, as the roots of its largest full subtrees: one for each bit of the size that is set. */
export interface Edge {
  /** The number of leaves, at most 2^53 - 1. */
  readonly size: number;
  /** From the left, which is from the largest subtree: at most 53. */
  readonly hashes: readonly Hash[];
}

/** The tree without leaves. */
export const EMPTY_EDGE: Edge = { size: 0, hashes: [] };

/** The root of a tree. */
export function rootOf(sha256: Sha256, edge: Edge): Hash {
  return edge.size === 0 ? emptyRoot(sha256) : joinDescending(sha256, edge.hashes);
}
