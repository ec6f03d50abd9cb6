// Roots of several neighbouring subtrees.
import { type Hash, nodeHash, type Sha256 } from './hash.ts';

/** The roots of pairs of subtrees of one height. A last one without a partner is left out. */
export function joinPairs(sha256: Sha256, hashes: readonly Hash[]): Hash[] {
  const joined: Hash[] = [];
  let left: Hash | undefined;
  for (const hash of hashes) {
    if (left === undefined) {
      left = hash;
    } else {
      joined.push(nodeHash(sha256, left, hash));
      left = undefined;
    }
  }
  return joined;
}

/** The root of 2^n subtrees of one height. There must be at least one. */
export function joinEqual(sha256: Sha256, hashes: readonly Hash[]): Hash {
  const [first, second] = hashes;
  if (first === undefined) throw new RangeError('nothing to join');
  return second === undefined ? first : joinEqual(sha256, joinPairs(sha256, hashes));
}

/** The root of subtrees that become smaller to the right, such as those of an edge. There must be at least one. */
export function joinDescending(sha256: Sha256, hashes: readonly Hash[]): Hash {
  return hashes.reduceRight((right, left) => nodeHash(sha256, left, right));
}
