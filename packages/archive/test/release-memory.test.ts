// Memory that is given back at once: how much an upload takes must not depend on when garbage is collected.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { GzipReader } from '../src/inspect/gzip-reader.ts';
import { releaseMemory } from '../src/release-memory.ts';

test('a chunk that has its memory to itself gives it back', () => {
  const chunk = Buffer.allocUnsafeSlow(1000);
  const memory = chunk.buffer as ArrayBuffer;
  releaseMemory(chunk);
  assert.ok(memory.detached);
  assert.equal(chunk.length, 0);
  releaseMemory(chunk);
});

test('a part of a buffer leaves the rest of it alone', () => {
  const whole = Buffer.from('the whole of it');
  const memory = whole.buffer as ArrayBuffer;
  releaseMemory(whole.subarray(1));
  assert.ok(!memory.detached);
  const ofSlab = Buffer.allocUnsafeSlow(64).fill('x');
  releaseMemory(ofSlab.subarray(0, 63));
  assert.equal(ofSlab.toString(), 'x'.repeat(64));
});

test('what is unpacked is given back while the reading goes on, and reads the same', async () => {
  const content = randomBytes(3_000_000);
  const unpacked: Buffer[] = [];
  const memories = new Set<ArrayBuffer>();
  const reader = new GzipReader((bytes) => {
    unpacked.push(Buffer.from(bytes));
    memories.add(bytes.buffer as ArrayBuffer);
    // The buffer that is being filled, and the one before it, which is given back behind this call.
    const held = [...memories].filter(({ detached }) => !detached);
    assert.ok(held.length <= 2, `${held.length} buffers are held`);
  });
  await reader.write(gzipSync(content, { level: 1 }));
  await reader.finish();
  assert.ok(Buffer.concat(unpacked).equals(content));
  assert.ok(memories.size > 10);
});
