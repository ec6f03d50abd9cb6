// RFC 9162 §2.1.4.2: does a tree only append to an earlier one?
import { emptyRoot, equalBytes, HASH_BYTES, type Hash, nodeHash, type Sha256 } from './hash.ts';
import { isSize, splitTree } from './subtrees.ts';
import { climb } from './verify-inclusion.ts';

/** A tree as a checkpoint names it. */
export interface TreeHead {
  readonly size: number;
  readonly root: Hash;
}

/** That the leaves of one tree are the first leaves of the other. */
export interface ConsistencyClaim {
  readonly from: TreeHead;
  /** At least as large as `from`. */
  readonly to: TreeHead;
  /** Empty if the sizes are the same, or the first tree has no leaves. */
  readonly proof: readonly Hash[];
}

/** Whether a consistency proof is good. False for anything malformed, too. */
export function verifyConsistency(sha256: Sha256, { from, to, proof }: ConsistencyClaim): boolean {
  if (!isSize(from.size) || !isSize(to.size) || from.size > to.size) return false;
  if (proof.some((hash) => hash.length !== HASH_BYTES)) return false;
  if (from.size === to.size) return proof.length === 0 && equalBytes(from.root, to.root);
  // The RFC does not define a proof from the empty tree: it is part of every tree (C2SP tlog-witness).
  if (from.size === 0) return proof.length === 0 && equalBytes(from.root, emptyRoot(sha256));
  const roots = rootsOf(sha256, from, to.size, proof);
  return roots !== undefined && equalBytes(roots.from, from.root) && equalBytes(roots.to, to.root);
}

/** The roots of both trees as the proof has them, or undefined if it has not as many hashes as it needs. */
function rootsOf(
  sha256: Sha256,
  from: TreeHead,
  toSize: number,
  proof: readonly Hash[],
): { readonly from: Hash; readonly to: Hash } | undefined {
  // The proof of a full tree begins with the root that the verifier knows already.
  const isFull = splitTree(from.size).length === 1;
  const [start, ...rest] = isFull ? [from.root, ...proof] : proof;
  if (start === undefined || rest.length === 0) return undefined;
  let node = from.size - 1;
  let last = toSize - 1;
  while (node % 2 === 1) {
    node = Math.floor(node / 2);
    last = Math.floor(last / 2);
  }
  let old = start;
  let all = start;
  const isWhole = climb(node, last, rest, (hash, isLeft) => {
    if (isLeft) old = nodeHash(sha256, hash, old);
    all = isLeft ? nodeHash(sha256, hash, all) : nodeHash(sha256, all, hash);
  });
  return isWhole ? { from: old, to: all } : undefined;
}
