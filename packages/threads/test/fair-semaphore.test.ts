// Permits by turns.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FairSemaphore, ThreadPoolFullError } from '../src/index.ts';

test('no more works than permits run, and keys have their turns', async () => {
  const semaphore = new FairSemaphore(2, 10);
  let running = 0;
  const began: string[] = [];
  const work = (name: string) =>
    semaphore.use(name.charAt(0), async () => {
      began.push(name);
      running += 1;
      assert.ok(running <= 2);
      await new Promise(setImmediate);
      running -= 1;
    });
  await Promise.all(['a1', 'a2', 'a3', 'a4', 'b1', 'c1'].map(work));
  assert.deepEqual(began, ['a1', 'a2', 'a3', 'b1', 'c1', 'a4']);
});

test('when too many wait, further ones are refused; a failed work returns its permit', async () => {
  const semaphore = new FairSemaphore(1, 1);
  const { promise, reject } = Promise.withResolvers<void>();
  const first = semaphore.use('a', () => promise);
  const second = semaphore.use('a', async () => 2);
  await assert.rejects(
    semaphore.use('b', async () => 3),
    ThreadPoolFullError,
  );
  reject(new Error('failed'));
  await assert.rejects(first, /failed/);
  assert.equal(await second, 2);
  assert.equal(await semaphore.use('b', async () => 3), 3);
});

test('when too many wait, the newest of the key with the most gives way to another key', async () => {
  const semaphore = new FairSemaphore(1, 3);
  const { promise, resolve } = Promise.withResolvers<void>();
  const first = semaphore.use('a', () => promise);
  const greedy = ['a1', 'a2', 'a3'].map((name) => semaphore.use('a', async () => name));
  const displaced = assert.rejects(greedy[2] ?? promise, ThreadPoolFullError);
  const modest = semaphore.use('b', async () => 'b1');
  await displaced;
  resolve();
  await first;
  assert.deepEqual(await Promise.all([...greedy.slice(0, 2), modest]), ['a1', 'a2', 'b1']);
});
