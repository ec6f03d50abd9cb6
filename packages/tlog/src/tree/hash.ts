// The hashes of a Merkle tree: RFC 6962 §2.1, RFC 9162 §2.1.1.

/** SHA-256 of the parts, one after the other. The caller brings it, because it differs between Node.js and browsers. */
export type Sha256 = (...parts: readonly Uint8Array[]) => Uint8Array;

/** The hash of an entry or of a subtree: 32 bytes. */
export type Hash = Uint8Array;

/** The length of a {@link Hash} in bytes. */
export const HASH_BYTES = 32;

// Different prefixes, so that no entry can pass for an inner node.
const LEAF = Uint8Array.of(0);
const NODE = Uint8Array.of(1);

/** The hash of an entry as a leaf. */
export function leafHash(sha256: Sha256, entry: Uint8Array): Hash {
  return sha256(LEAF, entry);
}

/** The hash of the subtree that has these two subtrees. */
export function nodeHash(sha256: Sha256, left: Hash, right: Hash): Hash {
  return sha256(NODE, left, right);
}

/** The root of the tree without entries. */
export function emptyRoot(sha256: Sha256): Hash {
  return sha256();
}

/**
 * Whether two sequences of bytes, such as hashes or public keys, are the same. It takes longer for a longer common
 * beginning: not for secrets.
 */
export function equalBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, index) => byte === b[index]);
}
