// `npm run bench -- tree`: what the Merkle tree of the transparency log costs, without a database. Prints Markdown.
import { createHash } from 'node:crypto';
import {
  appendLeaves,
  type Edge,
  EMPTY_EDGE,
  type Hash,
  nodeHash,
  proveInclusion,
  type ReadHashes,
  readEdge,
} from '@prime-registry/tlog';
import { readNumberFlags } from '../flags.ts';
import { describeCircumstances, formatCircumstances } from '../report/machine.ts';
import { markdownTable } from '../report/markdown-table.ts';

/** Leaves of one append. 1 is a publish, 64 a group of publishes. */
const BATCHES = [1, 64];
/** Size of the tree that the proofs are from. */
const PROVED_SIZE = 10_000_000;
const PROOFS = 1000;

let hashes = 0;
function sha256(...parts: readonly Uint8Array[]): Uint8Array {
  hashes += 1;
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
}

/** Runs the benchmark. @param args - `--leaves <number>` */
export async function measureTree(args: readonly string[]): Promise<void> {
  const { leaves } = readNumberFlags(args, { leaves: 1_000_000 });
  const appends = BATCHES.map((batch) => [
    `append ${leaves} leaves, ${batch} at a time`,
    ...append(leaves, batch),
  ]);
  const rows = [...appends, [`prove one of ${PROVED_SIZE} leaves`, ...(await prove())]];
  console.log(`${formatCircumstances(describeCircumstances({}))}\n`);
  console.log(markdownTable(['What', '\u00b5s each', 'Hashes each', 'Heap afterwards, MiB'], rows));
}

/** With the proof of each leaf, as a receipt needs it. */
function append(leaves: number, batch: number): string[] {
  const leaf = sha256();
  let edge: Edge = EMPTY_EDGE;
  hashes = 0;
  const start = performance.now();
  while (edge.size < leaves) {
    const appended = appendLeaves(
      sha256,
      edge,
      Array.from({ length: batch }, () => leaf),
    );
    if (appended.proofs.length !== batch) throw new Error('a proof is missing');
    edge = appended.edge;
  }
  return figures(performance.now() - start, edge.size);
}

async function prove(): Promise<string[]> {
  const known = await readEdge(sha256, readSame, PROVED_SIZE);
  hashes = 0;
  const start = performance.now();
  for (let count = 0; count < PROOFS; count += 1) {
    const index = Math.floor((count * PROVED_SIZE) / PROOFS) + (count % 256);
    await proveInclusion(sha256, readSame, index, PROVED_SIZE, known);
  }
  return figures(performance.now() - start, PROOFS);
}

function figures(milliseconds: number, count: number): string[] {
  const heap = process.memoryUsage().heapUsed / 2 ** 20;
  return [((milliseconds * 1000) / count).toFixed(1), (hashes / count).toFixed(1), heap.toFixed(0)];
}

/** The tree of leaves that are all the same has only one hash for each level. */
const levels: Hash[] = [sha256()];
const readSame: ReadHashes = async (level, from, to) => {
  while (levels.length <= level) {
    let root = levels.at(-1) ?? sha256();
    for (let height = 0; height < 8; height += 1) root = nodeHash(sha256, root, root);
    levels.push(root);
  }
  return Array.from({ length: to - from }, () => levels[level] ?? sha256());
};
