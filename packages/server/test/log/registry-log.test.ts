// Proofs of older trees, which are signed again when they are asked for.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RegistryError } from '@prime-registry/protocol';
import { RegistryLog } from '../../src/log/registry-log.ts';
import { sha256 } from '../../src/signing/ed25519.ts';
import { MemoryLog } from './memory-log.ts';

/** Entries: one full tile, and a part of the next one. */
const SIZE = 600;

/** Shows a log in memory. @param damage - changes the hashes that are read */
function show(damage?: (hash: Uint8Array) => Uint8Array): { log: RegistryLog; signed: number[] } {
  const memory = new MemoryLog();
  const head = memory.append(...Array.from({ length: SIZE }, (_, index) => `entry ${index}`));
  const signed: number[] = [];
  const { readLogHashes } = memory.store;
  const store: ConstructorParameters<typeof RegistryLog>[0]['store'] = {
    ...memory.store,
    ...{
      listLogEntries: async () => [],
      listWitnesses: async () => [],
      findCosignedHead: async () => undefined,
    },
    readLogHashes: async (level, from, to) => {
      const hashes = await readLogHashes(level, from, to);
      return damage === undefined ? hashes : hashes.map(damage);
    },
  };
  const sign = (size: number): string => {
    signed.push(size);
    return `tree of ${size}\n`;
  };
  const log = new RegistryLog({
    ...{ store, sha256 },
    heads: { newest: async () => ({ head, note: `tree of ${SIZE}\n` }), noteOf: async () => sign(SIZE) },
    guard: { findLastNote: async () => undefined },
    signer: { origin: 'memory', vkeys: [], sign },
  });
  return { log, signed };
}

const PLACED = { index: 3, entry: Buffer.from('entry 3') };

test('an older tree is signed if the newest one extends it', async () => {
  const { log, signed } = show();
  assert.match((await log.prove(PLACED, 300)).text, /\ntree of 300\n$/);
  assert.deepEqual(signed, [300]);
});

test('a bundle without all of its entries is not shown: caches would keep it for ever', async () => {
  const { log } = show();
  await assert.rejects(log.findTile({ level: 'entries', position: 0, width: 256 }), (error) => {
    assert.ok(error instanceof RegistryError);
    assert.deepEqual([error.code, /entries .* damaged/.test(error.message)], ['storage_unavailable', true]);
    return true;
  });
});

test('an older tree is not signed if its hashes are damaged', async () => {
  const { log, signed } = show((hash) => hash.with(0, (hash[0] ?? 0) ^ 1));
  await assert.rejects(log.prove(PLACED, 300), (error) => {
    assert.ok(error instanceof RegistryError);
    assert.equal(error.code, 'storage_unavailable');
    assert.match(error.message, /damaged: 'prime-registry verify' says where/);
    return true;
  });
  assert.deepEqual(signed, []);
});
