// The memory of uploads: beyond the budget, the newest is refused before it has everything in memory.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { expectProblem, startRegistry } from '@prime-registry/testkit';
import { MemoryBudget } from '../../../src/http/admission/memory-budget.ts';
import { UploadMemory } from '../../../src/http/admission/upload-memory.ts';
import { HELD_BYTES } from '../../../src/tasks/publish/tarball-reader.ts';

const KIB = 1024;

/** Accounts parts of these sizes, in pieces. */
function readAll(memory: UploadMemory, parts: Record<string, number>): void {
  for (const [name, sizeBytes] of Object.entries(parts)) {
    const onPiece = memory.startPart(name);
    for (let at = 0; at < sizeBytes; at += 16 * KIB) onPiece(16 * KIB);
  }
}

test('what is kept of a form is accounted until the upload has ended', () => {
  const budget = new MemoryBudget(4096 * KIB);
  const memory = new UploadMemory(budget, 'address 192.0.2.1', 1024 * KIB);
  const chunks = budget.usedBytes;
  assert.ok(chunks > 0);
  readAll(memory, { manifest: 64 * KIB });
  assert.equal(budget.usedBytes, chunks + 128 * KIB);
  // The rest of a long manifest is only counted, and so is a second one.
  readAll(memory, { manifest: 900 * KIB, other: 900 * KIB });
  assert.equal(budget.usedBytes, chunks + 128 * KIB);
  readAll(memory, { tarball: 3000 * KIB });
  assert.equal(budget.usedBytes, chunks + (128 + 1024) * KIB + HELD_BYTES);
  memory.release();
  memory.release();
  assert.equal(budget.usedBytes, 0);
});

test('an upload for which there is no memory is refused; those of others go on', () => {
  const budget = new MemoryBudget(2048 * KIB);
  const memory = new UploadMemory(budget, 'address 192.0.2.1', 0);
  readAll(memory, { manifest: 256 * KIB });
  const another = new UploadMemory(budget, 'address 192.0.2.1', 0);
  assert.throws(() => readAll(another, { manifest: 256 * KIB }), { code: 'overloaded' });
  const other = new UploadMemory(budget, 'address 192.0.2.2', 0);
  readAll(other, { manifest: 256 * KIB });
  for (const each of [memory, another, other]) each.release();
  assert.equal(budget.usedBytes, 0);
});

test('a publish without memory is a 503 that leaves nothing, and everything is returned', async (t) => {
  const registry = await startRegistry();
  t.after(() => registry.stop());
  const { take } = MemoryBudget.prototype;
  let isFull = true;
  const budgets = new Set<MemoryBudget>();
  t.mock.method(MemoryBudget.prototype, 'take', function (this: MemoryBudget, key: string, bytes: number) {
    budgets.add(this);
    return isFull ? undefined : take.call(this, key, bytes);
  });
  expectProblem(await registry.author.publish({}), 'overloaded');
  assert.deepEqual(await registry.listFiles(), []);
  isFull = false;
  await registry.author.mustPublish({});
  const [budget] = budgets;
  assert.equal(budgets.size, 1);
  assert.equal(budget?.usedBytes, 0);
});
