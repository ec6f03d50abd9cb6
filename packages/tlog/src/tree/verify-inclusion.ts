// RFC 9162 §2.1.3.2: is a leaf in a tree?
import { equalBytes, HASH_BYTES, type Hash, nodeHash, type Sha256 } from './hash.ts';
import { isSize } from './subtrees.ts';

/** That the leaf at an index is in the tree with this root. */
export interface InclusionClaim {
  /** From 0, less than the size. */
  readonly index: number;
  readonly size: number;
  readonly leaf: Hash;
  /** From the leaf's sibling up to a child of the root. */
  readonly proof: readonly Hash[];
  readonly root: Hash;
}

/** Whether an inclusion proof is good. False for anything malformed, too. */
export function verifyInclusion(sha256: Sha256, claim: InclusionClaim): boolean {
  const { index, size, leaf, proof, root } = claim;
  if (!isSize(index) || !isSize(size) || index >= size) return false;
  if ([leaf, ...proof].some((hash) => hash.length !== HASH_BYTES)) return false;
  let hash = leaf;
  const isWhole = climb(index, size - 1, proof, (sibling, isLeft) => {
    hash = isLeft ? nodeHash(sha256, sibling, hash) : nodeHash(sha256, hash, sibling);
  });
  return isWhole && equalBytes(hash, root);
}

/**
 * Climbs from a node to the root (RFC 9162 §2.1.3.2, steps 4 and 5).
 * @param end The last node of the level.
 * @param join Gets each hash of the proof, and whether it is on the left.
 * @returns Whether the proof has as many hashes as the way.
 */
export function climb(
  start: number,
  end: number,
  proof: readonly Hash[],
  join: (sibling: Hash, isLeft: boolean) => void,
): boolean {
  let node = start;
  let last = end;
  for (const sibling of proof) {
    if (last === 0) return false;
    const isLeft = node % 2 === 1 || node === last;
    join(sibling, isLeft);
    // A node without a sibling on its right has none below, either: those levels have no hash in the proof.
    while (isLeft && node % 2 === 0 && node !== 0) {
      node /= 2;
      last = Math.floor(last / 2);
    }
    node = Math.floor(node / 2);
    last = Math.floor(last / 2);
  }
  return last === 0;
}
