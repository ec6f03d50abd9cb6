// Which hashes are read once: those of full tiles of one tree.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TileHashes } from '../../src/log/tile-hashes.ts';
import { MemoryLog } from './memory-log.ts';

test('a full tile is read once as a whole, a partial one each time as far as needed', async () => {
  const log = new MemoryLog();
  const head = log.append(...Array.from({ length: 300 }, (_, index) => `entry ${index}`));
  const reads: string[] = [];
  const tiles = new TileHashes({
    readLogHashes: (level, from, to) => {
      reads.push(`${level} ${from}-${to}`);
      return log.store.readLogHashes(level, from, to);
    },
  });
  const read = tiles.readerOf(head);
  for (const [from, to] of [
    [0, 8],
    [16, 256],
    [256, 300],
    [264, 272],
  ] as const)
    assert.deepEqual(await read(0, from, to), await log.store.readLogHashes(0, from, to));
  assert.deepEqual(await read(1, 0, 1), await log.store.readLogHashes(1, 0, 1));
  assert.deepEqual(reads, ['0 0-256', '0 256-300', '0 264-272', '1 0-1']);
  await tiles.readerOf({ ...head, server: 'two' })(0, 0, 8);
  assert.equal(reads.at(-1), '0 0-256', 'another server may have another tree');
});
