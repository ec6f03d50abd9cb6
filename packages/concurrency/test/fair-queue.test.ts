// A queue with turns.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FairQueue } from '../src/fair-queue.ts';

test('keys have their turns, however many items one of them has', () => {
  const queue = new FairQueue<string>();
  for (const item of ['a1', 'a2', 'a3', 'b1', 'c1', 'b2']) queue.add(item.charAt(0), item);
  assert.equal(queue.size, 6);
  const taken = Array.from({ length: 7 }, () => queue.take());
  assert.deepEqual(taken, ['a1', 'b1', 'c1', 'a2', 'b2', 'a3', undefined]);
  assert.equal(queue.size, 0);
});

test('a key that comes back has its turn after the others', () => {
  const queue = new FairQueue<string>();
  queue.add('a', 'a1');
  queue.add('b', 'b1');
  assert.equal(queue.take(), 'a1');
  queue.add('a', 'a2');
  assert.deepEqual(queue.takeAll(), ['b1', 'a2']);
  assert.equal(queue.take(), undefined);
});
