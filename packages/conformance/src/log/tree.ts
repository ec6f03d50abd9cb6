// The Merkle tree of RFC 6962, section 2.1, written after its definitions.
import { createHash } from 'node:crypto';

export function hashLeaf(entry: Buffer): Buffer {
  return sha256(Buffer.of(0), entry);
}

/** The hash of two neighbouring subtrees. */
export function hashNode(left: Buffer, right: Buffer): Buffer {
  return sha256(Buffer.of(1), left, right);
}

/** A leaf and the hashes from it to the root. */
export interface Inclusion {
  readonly index: number;
  readonly size: number;
  readonly leaf: Buffer;
  readonly hashes: readonly Buffer[];
}

/** The root that a leaf and its hashes lead to; undefined if there are too many or too few hashes. */
export function rootOfInclusion({ index, size, leaf, hashes }: Inclusion): Buffer | undefined {
  if (index < 0 || index >= size) return undefined;
  if (size === 1) return hashes.length === 0 ? leaf : undefined;
  const sibling = hashes.at(-1);
  if (sibling === undefined) return undefined;
  const left = splitOf(size);
  const isLeft = index < left;
  const below = rootOfInclusion({
    index: isLeft ? index : index - left,
    size: isLeft ? left : size - left,
    leaf,
    hashes: hashes.slice(0, -1),
  });
  return below && (isLeft ? hashNode(below, sibling) : hashNode(sibling, below));
}

/** A size and its root. */
export interface Head {
  readonly size: number;
  readonly root: Buffer;
}

/** Whether the hashes show that one tree extends another. */
export function isConsistent(from: Head, to: Head, hashes: readonly Buffer[]): boolean {
  if (from.size > to.size) return false;
  if (from.size === 0) return hashes.length === 0;
  if (from.size === to.size) return hashes.length === 0 && from.root.equals(to.root);
  const roots = rootsOf(from.size, to.size, hashes, from.root);
  return roots?.old.equals(from.root) === true && roots.new.equals(to.root);
}

/** SUBPROOF of section 2.1.2, read backwards. @param known - the root of the old tree while it is a whole subtree */
function rootsOf(
  from: number,
  to: number,
  hashes: readonly Buffer[],
  known: Buffer | undefined,
): { old: Buffer; new: Buffer } | undefined {
  const last = hashes.at(-1);
  if (from === to) {
    const root = known ?? last;
    const isRead = hashes.length === (known === undefined ? 1 : 0);
    return root && isRead ? { old: root, new: root } : undefined;
  }
  if (last === undefined) return undefined;
  const rest = hashes.slice(0, -1);
  const left = splitOf(to);
  if (from <= left) {
    const below = rootsOf(from, left, rest, known);
    return below && { old: below.old, new: hashNode(below.new, last) };
  }
  const below = rootsOf(from - left, to - left, rest, undefined);
  return below && { old: hashNode(last, below.old), new: hashNode(last, below.new) };
}

/** The largest power of two below a size. */
function splitOf(size: number): number {
  return 2 ** Math.ceil(Math.log2(size) - 1);
}

function sha256(...parts: readonly Buffer[]): Buffer {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
}
