// Memory is freed immediately: the memory of an upload must not depend on garbage collections.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { GzipReader } from '../src/inspect/gzip-reader.ts';
import { releaseMemory } from '../src/release-memory.ts';

test('a chunk with its own memory is freed', () => {
  const chunk = Buffer.allocUnsafeSlow(1000);
  const memory = chunk.buffer as ArrayBuffer;
  releaseMemory(chunk);
  assert.ok(memory.detached);
  assert.equal(chunk.length, 0);
  releaseMemory(chunk);
});

test('a part of a buffer does not affect the rest', () => {
  const whole = Buffer.from('the whole of it');
  const memory = whole.buffer as ArrayBuffer;
  releaseMemory(whole.subarray(1));
  assert.ok(!memory.detached);
  const ofSlab = Buffer.allocUnsafeSlow(64).fill('x');
  releaseMemory(ofSlab.subarray(0, 63));
  assert.equal(ofSlab.toString(), 'x'.repeat(64));
});

test('unpacked chunks are freed during reading, with the same result', async () => {
  const content = randomBytes(3_000_000);
  const unpacked: Buffer[] = [];
  const memories = new Set<ArrayBuffer>();
  const reader = new GzipReader((bytes) => {
    unpacked.push(Buffer.from(bytes));
    memories.add(bytes.buffer as ArrayBuffer);
    // The current buffer, and the one before it, which is freed after this call.
    const held = [...memories].filter(({ detached }) => !detached);
    assert.ok(held.length <= 2, `${held.length} buffers are held`);
  });
  await reader.write(gzipSync(content, { level: 1 }));
  await reader.finish();
  assert.ok(Buffer.concat(unpacked).equals(content));
  assert.ok(memories.size > 10);
});
