// Which downloads read from the object store when there are more downloads than slots.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { RegistryError } from '@prime-registry/protocol';
import { ReadSlots } from '../../src/s3/read-slots.ts';

const never = (): never => assert.fail('a slot was taken from a reading that needs it');

test('slots are lent in the order of the requests', async () => {
  const slots = new ReadSlots({ slots: 1, patienceMs: 10, waitMs: 5000 });
  const order: number[] = [];
  const first = await slots.take(never);
  const others = [1, 2, 3].map(async (number) => {
    const slot = await slots.take(never);
    order.push(number);
    slot.release();
  });
  first.release();
  first.release();
  await Promise.all(others);
  assert.deepEqual(order, [1, 2, 3]);
  (await slots.take(never)).release();
});

test('the slot of the reading that has paused longest is taken, and never the slot of a reading that goes on', async () => {
  const slots = new ReadSlots({ slots: 3, patienceMs: 10, waitMs: 5000 });
  const taken: string[] = [];
  const [busy, long, short] = await Promise.all(
    ['busy', 'long', 'short'].map((name) => slots.take(() => void taken.push(name))),
  );
  assert.ok(busy && long && short);
  busy.pause();
  long.pause();
  busy.resume();
  await delay(20);
  short.pause();
  await slots.take(never);
  assert.deepEqual(taken, ['long']);
  await slots.take(never);
  assert.deepEqual(taken, ['long', 'short']);
});

test('a slot that was taken is not returned twice', async () => {
  const slots = new ReadSlots({ slots: 1, patienceMs: 1, waitMs: 50 });
  const slow = await slots.take(() => undefined);
  slow.pause();
  await slots.take(never);
  slow.pause();
  slow.release();
  await assert.rejects(slots.take(never), isUnavailable);
});

test('a download that has waited too long gets an error, and no slot later', async () => {
  const slots = new ReadSlots({ slots: 1, patienceMs: 10, waitMs: 30 });
  const held = await slots.take(never);
  held.pause();
  held.resume();
  await assert.rejects(slots.take(never), isUnavailable);
  held.release();
  (await slots.take(never)).release();
});

function isUnavailable(error: unknown): boolean {
  return error instanceof RegistryError && error.code === 'storage_unavailable';
}
