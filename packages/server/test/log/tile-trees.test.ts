// Which tiles are read once: each width of a tile of one tree.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { proveInclusion, proveInclusionFrom } from '@prime-registry/tlog';
import { TileTrees } from '../../src/log/tile-trees.ts';
import { sha256 } from '../../src/signing/ed25519.ts';
import { MemoryLog } from './memory-log.ts';

const entries = (count: number): string[] => Array.from({ length: count }, (_, index) => `entry ${index}`);

function recordReads(log: MemoryLog): { tiles: TileTrees; reads: string[] } {
  const reads: string[] = [];
  const store: ConstructorParameters<typeof TileTrees>[0]['store'] = {
    readLogHashes: (level, from, to) => {
      reads.push(`${level} ${from}-${to}`);
      return log.store.readLogHashes(level, from, to);
    },
  };
  return { tiles: new TileTrees({ store, sha256 }), reads };
}

test('proofs are those from the hashes of the log, at every size', async () => {
  const log = new MemoryLog();
  const { tiles } = recordReads(log);
  const head = log.append(...entries(700));
  for (const size of [1, 2, 255, 256, 257, 511, 513, 699, 700]) {
    for (const index of [0, size >> 1, size - 1]) {
      const proof = await proveInclusionFrom(sha256, tiles.readerOf(head), index, size, head.edge);
      assert.deepEqual(
        proof.map((hash) => Buffer.from(hash)),
        (await proveInclusion(sha256, log.store.readLogHashes, index, size)).map((hash) => Buffer.from(hash)),
        `${index} of ${size}`,
      );
    }
  }
});

test('a tile is read once until it grows', async () => {
  const log = new MemoryLog();
  const { tiles, reads } = recordReads(log);
  const head = log.append(...entries(700));
  const prove = (index: number, of = head): Promise<unknown> =>
    proveInclusionFrom(sha256, tiles.readerOf(of), index, of.edge.size, of.edge);
  await prove(3);
  assert.deepEqual(reads.sort(), ['0 0-256', '1 0-2']);
  await prove(200);
  assert.equal(reads.length, 2);
  await prove(600);
  assert.equal(reads.at(-1), '0 512-700');
  await prove(601);
  assert.equal(reads.length, 3);
  const next = log.append('one more');
  await prove(200, next);
  assert.equal(reads.length, 3);
  await prove(600, next);
  assert.deepEqual(reads.slice(3), ['0 512-701']);
  await prove(3, { ...next, server: 'two' });
  assert.ok(reads.slice(4).includes('0 0-256'), 'another server may have another tree');
});
