// A tree that grew by single appends, with all that a log would have kept of it.
import {
  appendLeaves,
  type Edge,
  EMPTY_EDGE,
  type Hash,
  leafHash,
  type ReadHashes,
  rootOf,
} from '../src/index.ts';
import { sha256 } from './node-crypto.ts';

export interface GrownTree {
  readonly leaves: readonly Hash[];
  /** The edge of each size, from 0. */
  readonly edges: readonly Edge[];
  /** Reads what the appends answered: leaves, and nodes of higher levels. */
  readonly read: ReadHashes;
  /** The reads so far, such as `1:0-3`. */
  readonly reads: string[];
  rootAt(size: number): Hash;
}

/** The entry at an index. */
export function entryAt(index: number): Uint8Array {
  return new TextEncoder().encode(`entry ${index}`);
}

export function growTree(size: number): GrownTree {
  const leaves = Array.from({ length: size }, (_, index) => leafHash(sha256, entryAt(index)));
  const levels: Hash[][] = [leaves];
  const edges = [EMPTY_EDGE];
  let edge = EMPTY_EDGE;
  for (const leaf of leaves) {
    const appended = appendLeaves(sha256, edge, [leaf]);
    for (const { level, hash } of appended.nodes) {
      levels[level] ??= [];
      levels[level].push(hash);
    }
    edge = appended.edge;
    edges.push(edge);
  }
  const reads: string[] = [];
  return {
    leaves,
    edges,
    reads,
    read: async (level, from, to) => {
      reads.push(`${level}:${from}-${to}`);
      return levels[level]?.slice(from, to) ?? [];
    },
    rootAt: (at) => rootOf(sha256, edges[at] ?? EMPTY_EDGE),
  };
}
