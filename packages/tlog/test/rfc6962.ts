// RFC 6962 §2.1 word for word: slow definitions to compare the package with.
import { emptyRoot, type Hash, nodeHash } from '../src/index.ts';
import { sha256 } from './node-crypto.ts';

/** MTH of leaves that are hashed already. */
export function merkleTreeHash(leaves: readonly Hash[]): Hash {
  const [only] = leaves;
  if (only === undefined) return emptyRoot(sha256);
  if (leaves.length === 1) return only;
  const k = splitAt(leaves.length);
  return nodeHash(sha256, merkleTreeHash(leaves.slice(0, k)), merkleTreeHash(leaves.slice(k)));
}

/** PATH(m, D): the audit path of a leaf. */
export function auditPath(m: number, leaves: readonly Hash[]): Hash[] {
  if (leaves.length <= 1) return [];
  const k = splitAt(leaves.length);
  const [left, right] = [leaves.slice(0, k), leaves.slice(k)];
  return m < k
    ? [...auditPath(m, left), merkleTreeHash(right)]
    : [...auditPath(m - k, right), merkleTreeHash(left)];
}

/** SUBPROOF(m, D, b): with `isWhole`, PROOF(m, D), the consistency proof from the first m leaves. */
export function consistencyPath(m: number, leaves: readonly Hash[], isWhole = true): Hash[] {
  if (m === leaves.length) return isWhole ? [] : [merkleTreeHash(leaves)];
  const k = splitAt(leaves.length);
  const [left, right] = [leaves.slice(0, k), leaves.slice(k)];
  return m <= k
    ? [...consistencyPath(m, left, isWhole), merkleTreeHash(right)]
    : [...consistencyPath(m - k, right, false), merkleTreeHash(left)];
}

/** The largest power of two below the size. */
function splitAt(size: number): number {
  let k = 1;
  while (k * 2 < size) k *= 2;
  return k;
}
