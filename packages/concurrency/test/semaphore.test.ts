// The semaphore: order, refusal and timeout.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Semaphore, SemaphoreTimeoutError } from '../src/index.ts';

test('permits are granted in the order of the requests, never more than there are', async () => {
  const semaphore = new Semaphore(2);
  const order: number[] = [];
  let held = 0;
  await Promise.all(
    [1, 2, 3, 4, 5].map(async (number) => {
      const release = await semaphore.acquire();
      order.push(number);
      held += 1;
      assert.ok(held <= 2);
      await Promise.resolve();
      held -= 1;
      release();
    }),
  );
  assert.deepEqual(order, [1, 2, 3, 4, 5]);
});

test('a caller that does not wait is refused while no permit is free', () => {
  const semaphore = new Semaphore(1);
  const release = semaphore.tryAcquire();
  assert.equal(semaphore.tryAcquire(), undefined);
  release?.();
  assert.ok(semaphore.tryAcquire());
});

test('a permit that is returned twice is free once', () => {
  const semaphore = new Semaphore(1);
  const release = semaphore.tryAcquire();
  release?.();
  release?.();
  assert.ok(semaphore.tryAcquire());
  assert.equal(semaphore.tryAcquire(), undefined);
});

test('a caller that has waited for its timeout gets an error, and no permit later', async () => {
  const semaphore = new Semaphore(1);
  const release = await semaphore.acquire();
  const waiting = semaphore.acquire(10);
  assert.equal(semaphore.waiting, 1);
  await assert.rejects(waiting, SemaphoreTimeoutError);
  assert.equal(semaphore.waiting, 0);
  release();
  assert.ok(semaphore.tryAcquire());
});
