// Proofs, computed from tiles: RFC 9162 §2.1.3.1 and §2.1.4.1.
import { TlogError } from '../tlog-error.ts';
import { type Edge, EMPTY_EDGE } from '../tree/edge.ts';
import type { Hash, Sha256 } from '../tree/hash.ts';
import { joinDescending } from '../tree/join-subtrees.ts';
import { isSize, pathToRoot, type Subtree, splitTree } from '../tree/subtrees.ts';
import { type ReadHashes, type ReadSubtrees, subtreesFrom } from './read-subtrees.ts';

/**
 * Proves that a leaf is in the tree of a size.
 * @param known An edge of the tree that the caller has, of any size: what it contains is not read. With the edge of
 *   `size`, at most one tile of each level is read.
 * @throws {TlogError} There is no such leaf in a tree of this size.
 */
export async function proveInclusion(
  sha256: Sha256,
  read: ReadHashes,
  index: number,
  size: number,
  known: Edge = EMPTY_EDGE,
): Promise<Hash[]> {
  return proveInclusionFrom(sha256, subtreesFrom(sha256, read), index, size, known);
}

/** The same for a caller that knows the roots of subtrees, or caches them. */
export async function proveInclusionFrom(
  sha256: Sha256,
  read: ReadSubtrees,
  index: number,
  size: number,
  known: Edge = EMPTY_EDGE,
): Promise<Hash[]> {
  if (!isSize(index) || index >= size) throw new TlogError(`a tree of ${size} leaves has no leaf ${index}`);
  return readPath(sha256, read, pathToRoot({ height: 0, position: index }, size), known);
}

/**
 * Proves that the tree of the size `to` only appends to the one of the size `from`.
 * @param known As that of {@link proveInclusion}.
 * @throws {TlogError} `from` is above `to`.
 */
export async function proveConsistency(
  sha256: Sha256,
  read: ReadHashes,
  from: number,
  to: number,
  known: Edge = EMPTY_EDGE,
): Promise<Hash[]> {
  if (!(isSize(from) && from <= to))
    throw new TlogError(`a tree of ${to} leaves has none of ${from} before it`);
  const parts = splitTree(from);
  const last = parts.at(-1);
  if (last === undefined || from === to) return [];
  const path = pathToRoot(last, to);
  // The root of a full tree is what the verifier has already.
  return readPath(sha256, subtreesFrom(sha256, read), parts.length === 1 ? path : [[last], ...path], known);
}

/** Reads the right edge of the tree of a size. */
export async function readEdge(sha256: Sha256, read: ReadHashes, size: number): Promise<Edge> {
  const parts = splitTree(size);
  const hashOf = await subtreesFrom(sha256, read)(parts);
  return { size, hashes: parts.map(hashOf) };
}

async function readPath(
  sha256: Sha256,
  read: ReadSubtrees,
  path: readonly (readonly Subtree[])[],
  known: Edge,
): Promise<Hash[]> {
  const parts = splitTree(known.size);
  const findKnown = (subtree: Subtree): Hash | undefined =>
    known.hashes[
      parts.findIndex((part) => part.height === subtree.height && part.position === subtree.position)
    ];
  const unknown = path.flat().filter((subtree) => findKnown(subtree) === undefined);
  const hashOf = await read(unknown);
  return path.map((subtrees) =>
    joinDescending(
      sha256,
      subtrees.map((subtree) => findKnown(subtree) ?? hashOf(subtree)),
    ),
  );
}
