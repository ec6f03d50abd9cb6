// What the verifiers accept: proofs of the definition, and nothing else.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '@prime-registry/testkit/properties';
import {
  type ConsistencyClaim,
  type InclusionClaim,
  verifyConsistency,
  verifyInclusion,
} from '../../src/index.ts';
import { growTree } from '../grown-tree.ts';
import { sha256 } from '../node-crypto.ts';
import { auditPath, consistencyPath } from '../rfc6962.ts';

const tree = growTree(70);

/** Two numbers, in order: sizes, or an index and a size. */
const PAIR = fc
  .tuple(fc.nat({ max: 70 }), fc.nat({ max: 70 }))
  .map(([a, b]) => [Math.min(a, b), Math.max(a, b)] as const);
const BIT = fc.nat({ max: 255 });

function inclusionAt(index: number, size: number): InclusionClaim {
  const leaf = tree.leaves[index] ?? sha256();
  return { index, size, leaf, proof: auditPath(index, tree.leaves.slice(0, size)), root: tree.rootAt(size) };
}

function consistencyAt(from: number, to: number): ConsistencyClaim {
  const proof = from === 0 ? [] : consistencyPath(from, tree.leaves.slice(0, to));
  return { from: { size: from, root: tree.rootAt(from) }, to: { size: to, root: tree.rootAt(to) }, proof };
}

function flip(hash: Uint8Array, bit: number): Uint8Array {
  return hash.map((byte, index) => (index === Math.floor(bit / 8) ? byte ^ (1 << (bit % 8)) : byte));
}

test('every inclusion proof verifies, and no flipped bit and no other index does', () => {
  fc.assert(
    fc.property(PAIR, BIT, fc.nat(), fc.nat({ max: 80 }), ([index, size], bit, which, other) => {
      fc.pre(index < size);
      const claim = inclusionAt(index, size);
      assert.ok(verifyInclusion(sha256, claim));
      const at = which % (claim.proof.length + 1);
      const proof = claim.proof.map((hash, place) => (place === at ? flip(hash, bit) : hash));
      if (at < claim.proof.length) assert.ok(!verifyInclusion(sha256, { ...claim, proof }));
      assert.ok(!verifyInclusion(sha256, { ...claim, leaf: flip(claim.leaf, bit) }));
      assert.ok(!verifyInclusion(sha256, { ...claim, root: flip(claim.root, bit) }));
      if (other !== index) assert.ok(!verifyInclusion(sha256, { ...claim, index: other }));
      assert.ok(!verifyInclusion(sha256, { ...claim, proof: [...claim.proof, claim.root] }));
      assert.ok(
        claim.proof.length === 0 || !verifyInclusion(sha256, { ...claim, proof: claim.proof.slice(1) }),
      );
    }),
  );
});

test('every consistency proof verifies, and no flipped bit does', () => {
  fc.assert(
    fc.property(PAIR, BIT, fc.nat(), ([from, to], bit, which) => {
      const claim = consistencyAt(from, to);
      assert.ok(verifyConsistency(sha256, claim));
      const at = which % (claim.proof.length + 1);
      const proof = claim.proof.map((hash, place) => (place === at ? flip(hash, bit) : hash));
      if (at < claim.proof.length) assert.ok(!verifyConsistency(sha256, { ...claim, proof }));
      const older = { size: from, root: flip(claim.from.root, bit) };
      assert.ok(!verifyConsistency(sha256, { ...claim, from: older }));
      // The empty tree is part of every tree, whatever its root.
      const newer = { size: to, root: flip(claim.to.root, bit) };
      assert.equal(verifyConsistency(sha256, { ...claim, to: newer }), from === 0 && to > 0);
      assert.ok(!verifyConsistency(sha256, { ...claim, proof: [...claim.proof, claim.to.root] }));
      assert.ok(
        claim.proof.length === 0 || !verifyConsistency(sha256, { ...claim, proof: claim.proof.slice(1) }),
      );
      if (from < to) assert.ok(!verifyConsistency(sha256, { ...claim, from: claim.to, to: claim.from }));
    }),
  );
});

test('a history that was changed has no consistency proof', () => {
  const forked = growTree(9);
  const other = { size: 9, root: flip(forked.rootAt(9), 0) };
  for (let from = 1; from < 9; from += 1) {
    const claim = consistencyAt(from, 9);
    assert.ok(!verifyConsistency(sha256, { ...claim, to: other }));
  }
});

test('what is no number or no hash is refused, not computed with', () => {
  const claim = inclusionAt(3, 8);
  for (const index of [-1, 8, 3.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53]) {
    assert.ok(!verifyInclusion(sha256, { ...claim, index }), String(index));
  }
  for (const size of [0, 2 ** 53, Number.NaN])
    assert.ok(!verifyInclusion(sha256, { ...claim, size }), String(size));
  assert.ok(!verifyInclusion(sha256, { ...claim, leaf: claim.leaf.subarray(1) }));
  assert.ok(!verifyInclusion(sha256, { ...claim, proof: claim.proof.map((hash) => hash.subarray(1)) }));
  const pair = consistencyAt(3, 8);
  assert.ok(!verifyConsistency(sha256, { ...pair, from: { ...pair.from, size: 2.5 } }));
  assert.ok(!verifyConsistency(sha256, { ...pair, to: { ...pair.to, size: 2 ** 53 } }));
  assert.ok(!verifyConsistency(sha256, { ...pair, proof: pair.proof.map((hash) => hash.subarray(1)) }));
});
