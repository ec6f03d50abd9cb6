// Appends leaves to a tree of which only the right edge is known. It works like the addition of two binary numbers:
// two subtrees of one height make one of the next height, and one that is left over belongs to the edge.
import { TlogError } from '../tlog-error.ts';
import type { Edge } from './edge.ts';
import type { Hash, Sha256 } from './hash.ts';
import { joinDescending, joinPairs } from './join-subtrees.ts';
import { isSize, pathToRoot, type Subtree, splitTree } from './subtrees.ts';

/** The height of a tile: a level of tiles is that of every eighth height (C2SP tlog-tiles). */
export const TILE_HEIGHT = 8;

/** The root of a subtree of 256^level leaves. */
export interface TileNode {
  /** At least 1: the hashes of level 0 are those of the leaves. */
  readonly level: number;
  /** Counted in subtrees of this size, from 0. */
  readonly position: number;
  readonly hash: Hash;
}

/** What an append changes. */
export interface Appended {
  readonly edge: Edge;
  /** The subtrees of 256^level leaves that became full, by level and position. */
  readonly nodes: readonly TileNode[];
  /** For each new leaf, its inclusion proof in the tree of the new size. */
  readonly proofs: readonly (readonly Hash[])[];
}

/** All known subtrees of one height. They are neighbours. */
interface Row {
  /** The position of the first hash: always even. */
  readonly first: number;
  readonly hashes: readonly Hash[];
}

/**
 * Appends leaves, given by their hashes. Nothing has to be read: the proofs of new leaves need only the edge and
 * each other.
 * @throws {TlogError} The edge does not fit its size, or the new size would be above 2^53 - 1.
 */
export function appendLeaves(sha256: Sha256, edge: Edge, leaves: readonly Hash[]): Appended {
  const size = edge.size + leaves.length;
  if (!isSize(size))
    throw new TlogError(`a tree cannot have the size ${size}: an integer below 2^53 is needed`);
  const rows = addLeaves(sha256, edge, leaves);
  const hashOf = ({ height, position }: Subtree): Hash => pick(rows[height], position);
  let proofs: readonly (readonly Hash[])[] | undefined;
  return {
    edge: { size, hashes: splitTree(size).map(hashOf) },
    nodes: listNewNodes(rows, edge.size),
    // Computed when somebody asks: who checks or copies a log does not.
    get proofs() {
      proofs ??= leaves.map((_, index) =>
        pathToRoot({ height: 0, position: edge.size + index }, size).map((subtrees) =>
          joinDescending(sha256, subtrees.map(hashOf)),
        ),
      );
      return proofs;
    },
  };
}

/** The rows from the leaves upwards, until nothing is left of the edge and nothing new is full. */
function addLeaves(sha256: Sha256, edge: Edge, leaves: readonly Hash[]): Row[] {
  const old = splitTree(edge.size);
  if (old.length !== edge.hashes.length) {
    throw new TlogError(
      `the edge of ${edge.size} leaves has ${old.length} hashes, not ${edge.hashes.length}`,
    );
  }
  const rows: Row[] = [];
  let made = leaves;
  let left = old.length;
  for (let height = 0; left > 0 || made.length > 0; height += 1) {
    const own = old[left - 1]?.height === height ? edge.hashes[left - 1] : undefined;
    if (own !== undefined) left -= 1;
    const hashes = own === undefined ? made : [own, ...made];
    const firstNew = Math.floor(edge.size / 2 ** height);
    rows.push({ first: own === undefined ? firstNew : firstNew - 1, hashes });
    made = joinPairs(sha256, hashes);
  }
  return rows;
}

/** Of the rows that are levels of tiles, what the tree of the old size did not have. */
function listNewNodes(rows: readonly Row[], oldSize: number): TileNode[] {
  const nodes: TileNode[] = [];
  for (let level = 1; level * TILE_HEIGHT < rows.length; level += 1) {
    const { first, hashes } = rows[level * TILE_HEIGHT] ?? { first: 0, hashes: [] };
    const firstNew = Math.floor(oldSize / 2 ** (level * TILE_HEIGHT));
    hashes.slice(firstNew - first).forEach((hash, index) => {
      nodes.push({ level, position: firstNew + index, hash });
    });
  }
  return nodes;
}

function pick(row: Row | undefined, position: number): Hash {
  const hash = row?.hashes[position - row.first];
  if (hash === undefined) throw new Error(`subtree ${position} is not known`);
  return hash;
}
