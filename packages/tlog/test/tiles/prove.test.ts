// Proofs from tiles, and how much they read.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { COSTLY, fc } from '@prime-registry/testkit/properties';
import {
  proveConsistency,
  proveInclusion,
  readEdge,
  rootOf,
  verifyConsistency,
  verifyInclusion,
} from '../../src/index.ts';
import { growTree } from '../grown-tree.ts';
import { sha256 } from '../node-crypto.ts';
import { auditPath, consistencyPath } from '../rfc6962.ts';

const SIZE = 1500;
const tree = growTree(SIZE);
const PAIR = fc
  .tuple(fc.nat({ max: SIZE }), fc.nat({ max: SIZE }))
  .map(([a, b]) => [Math.min(a, b), Math.max(a, b)] as const);

/** Leaves that are all the same: a tree of any size, of which nothing is kept. */
const sameLeaf = sha256();
const sameRoots = [sameLeaf];
async function readSame(level: number, from: number, to: number): Promise<Uint8Array[]> {
  for (let height = sameRoots.length; height <= level * 8; height += 1) {
    const below = sameRoots[height - 1] ?? sameLeaf;
    sameRoots.push(sha256(Uint8Array.of(1), below, below));
  }
  return Array.from({ length: to - from }, () => sameRoots[level * 8] ?? sameLeaf);
}

test('proofs from tiles are those of the definition, with and without a known edge', async () => {
  await fc.assert(
    fc.asyncProperty(PAIR, fc.nat({ max: SIZE }), async ([from, to], known) => {
      const leaves = tree.leaves.slice(0, to);
      const edge = tree.edges[known];
      if (from > 0) {
        const expected = consistencyPath(from, leaves);
        assert.deepEqual(await proveConsistency(sha256, tree.read, from, to), expected);
        assert.deepEqual(await proveConsistency(sha256, tree.read, from, to, edge), expected);
      }
      if (from === to) return;
      const expected = auditPath(from, leaves);
      assert.deepEqual(await proveInclusion(sha256, tree.read, from, to), expected);
      assert.deepEqual(await proveInclusion(sha256, tree.read, from, to, edge), expected);
    }),
    COSTLY,
  );
});

test('the edge of every size can be read again', async () => {
  for (let size = 0; size <= SIZE; size += 37) {
    assert.deepEqual(await readEdge(sha256, tree.read, size), tree.edges[size]);
  }
});

test('a proof reads each tile once; with the edge of the head, one tile of each level', async () => {
  tree.reads.length = 0;
  await proveInclusion(sha256, tree.read, 600, SIZE, tree.edges[SIZE]);
  assert.deepEqual(tree.reads.sort(), ['0:512-768', '1:0-4']);
  tree.reads.length = 0;
  await proveInclusion(sha256, tree.read, 600, SIZE);
  assert.deepEqual(tree.reads.sort(), ['0:1280-1500', '0:512-768', '1:0-5']);
});

test('a proof among ten million leaves reads three tiles', async () => {
  const size = 10_000_001;
  const edge = await readEdge(sha256, readSame, size);
  const reads: number[] = [];
  const proof = await proveInclusion(
    sha256,
    (level, from, to) => {
      reads.push(to - from);
      return readSame(level, from, to);
    },
    7_654_321,
    size,
    edge,
  );
  assert.ok(reads.length === 3 && reads.every((hashes) => hashes <= 256), `it read ${reads}`);
  assert.ok(proof.length <= 24);
});

test('proofs hold near the largest size, too', async () => {
  const size = Number.MAX_SAFE_INTEGER;
  const root = rootOf(sha256, await readEdge(sha256, readSame, size));
  for (const index of [0, 2 ** 31, 2 ** 32 + 1, size - 2, size - 1]) {
    const proof = await proveInclusion(sha256, readSame, index, size);
    assert.ok(verifyInclusion(sha256, { index, size, leaf: sameLeaf, proof, root }), String(index));
    if (index === 0) continue;
    const proofOfAppend = await proveConsistency(sha256, readSame, index, size);
    const older = rootOf(sha256, await readEdge(sha256, readSame, index));
    const claim = { from: { size: index, root: older }, to: { size, root }, proof: proofOfAppend };
    assert.ok(verifyConsistency(sha256, claim), String(index));
  }
});

test('what no tree has is refused', async () => {
  await assert.rejects(proveInclusion(sha256, tree.read, 5, 5), /a tree of 5 leaves has no leaf 5/);
  await assert.rejects(proveInclusion(sha256, tree.read, -1, 5), /a tree of 5 leaves has no leaf -1/);
  await assert.rejects(
    proveConsistency(sha256, tree.read, 6, 5),
    /a tree of 5 leaves has none of 6 before it/,
  );
  await assert.rejects(proveInclusion(sha256, tree.read, 0, 2 ** 53), /a tree cannot have the size/);
});

test('a source that answers too little is an error, not a wrong proof', async () => {
  await assert.rejects(
    proveInclusion(sha256, async () => [], 0, 2),
    {
      name: 'TlogError',
      message: 'level 0 has 0 hashes from 1 on, not 1',
    },
  );
});
