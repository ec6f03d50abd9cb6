// Appends, compared with the definitions of RFC 6962.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { COSTLY, fc } from '@prime-registry/testkit/properties';
import { appendLeaves, type Edge, EMPTY_EDGE, rootOf, type TileNode } from '../../src/index.ts';
import { growTree } from '../grown-tree.ts';
import { sha256 } from '../node-crypto.ts';
import { auditPath, merkleTreeHash } from '../rfc6962.ts';

const BATCHES = fc.array(fc.nat({ max: 25 }), { maxLength: 8 });

test('leaves in any batches make the tree of the definition, and their proofs are those of the definition', () => {
  fc.assert(
    fc.property(BATCHES, (batches) => {
      const { leaves } = growTree(batches.reduce((sum, batch) => sum + batch, 0));
      let edge: Edge = EMPTY_EDGE;
      for (const batch of batches) {
        const before = edge.size;
        const appended = appendLeaves(sha256, edge, leaves.slice(before, before + batch));
        edge = appended.edge;
        const all = leaves.slice(0, edge.size);
        assert.deepEqual(rootOf(sha256, edge), merkleTreeHash(all));
        assert.equal(appended.proofs.length, batch);
        appended.proofs.forEach((proof, index) => {
          assert.deepEqual(proof, auditPath(before + index, all));
        });
      }
    }),
    COSTLY,
  );
});

test('an append answers the subtrees of 256 leaves that became full, once', () => {
  const leaves = growTree(1100).leaves;
  const nodes: TileNode[] = [];
  let edge: Edge = EMPTY_EDGE;
  for (const to of [1, 255, 256, 257, 511, 1023, 1100]) {
    const appended = appendLeaves(sha256, edge, leaves.slice(edge.size, to));
    nodes.push(...appended.nodes);
    edge = appended.edge;
    assert.equal(nodes.length, Math.floor(to / 256), `after ${to} leaves`);
  }
  const expected = [0, 1, 2, 3].map((position) => {
    const hash = merkleTreeHash(leaves.slice(position * 256, (position + 1) * 256));
    return { level: 1, position, hash };
  });
  assert.deepEqual(nodes, expected);
});

test('the leaf that fills a subtree of 65,536 leaves answers it, too', () => {
  const hashes = Array.from({ length: 16 }, (_, index) => sha256(Uint8Array.of(index)));
  const { edge, nodes } = appendLeaves(sha256, { size: 65_535, hashes }, [sha256()]);
  const tile = appendLeaves(sha256, { size: 255, hashes: hashes.slice(8) }, [sha256()]);
  assert.deepEqual(nodes, [
    { level: 1, position: 255, hash: rootOf(sha256, tile.edge) },
    { level: 2, position: 0, hash: rootOf(sha256, edge) },
  ]);
});

test('sizes near 2^53 are counted exactly', () => {
  const size = Number.MAX_SAFE_INTEGER - 1;
  const hashes = Array.from({ length: 52 }, (_, index) => sha256(Uint8Array.of(index)));
  const { edge, proofs } = appendLeaves(sha256, { size, hashes }, [sha256()]);
  assert.equal(edge.size, Number.MAX_SAFE_INTEGER);
  assert.deepEqual(edge.hashes, [...hashes, sha256()]);
  assert.deepEqual(proofs[0], hashes.toReversed());
  assert.throws(() => appendLeaves(sha256, edge, [sha256()]), /a tree cannot have the size 9007199254740992/);
});

test('an edge with another number of hashes than its size has bits is refused', () => {
  assert.throws(() => appendLeaves(sha256, { size: 3, hashes: [sha256()] }, []), {
    name: 'TlogError',
    message: 'the edge of 3 leaves has 2 hashes, not 1',
  });
});
