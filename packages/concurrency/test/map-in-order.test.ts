// Results in the order of the items, with work that runs ahead: the limit, failures, and readers that stop early.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { mapInOrder } from '../src/index.ts';

const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

describe('mapInOrder', () => {
  test('yields the results in order, whichever is ready first', async () => {
    const results = mapInOrder(numbers(20), { limit: 4 }, async (number) => {
      for (let turns = (number * 7) % 5; turns > 0; turns -= 1) await turn();
      return number * 2;
    });
    assert.deepEqual(
      await Array.fromAsync(results),
      numbers(20).map((number) => number * 2),
    );
  });

  test('works ahead of the reader, and never further than the limit', async () => {
    const begun: number[] = [];
    const results = mapInOrder(numbers(20), { limit: 3 }, async (number) => begun.push(number));
    let read = 0;
    for await (const _ of results) {
      read += 1;
      await turn();
      assert.equal(begun.length, Math.min(20, read + 3));
    }
    assert.equal(read, 20);
  });

  test('yields what is before a failure, then fails, and starts nothing more', async () => {
    const begun: number[] = [];
    const aborted: boolean[] = [];
    const read: number[] = [];
    const results = mapInOrder(numbers(20), { limit: 4 }, async (number, signal) => {
      begun.push(number);
      await turn();
      if (number === 2) throw new Error('failed');
      signal.addEventListener('abort', () => aborted.push(true));
      return number;
    });
    await assert.rejects(async () => {
      for await (const number of results) read.push(number);
    }, /failed/);
    assert.deepEqual(read, [0, 1]);
    assert.deepEqual(begun, [0, 1, 2, 3, 4, 5]);
    assert.ok(aborted.length > 0);
  });

  test('stops its work when the reader stops', async () => {
    const signals: AbortSignal[] = [];
    const results = mapInOrder(numbers(20), { limit: 4 }, async (_, signal) => {
      signals.push(signal);
      await turn();
    });
    for await (const _ of results) break;
    assert.ok(signals.every(({ aborted }) => aborted));
    assert.ok(signals.length <= 5, String(signals.length));
  });

  test('throws the reason of its signal', async () => {
    const controller = new AbortController();
    const results = mapInOrder(
      numbers(20),
      { limit: 2, signal: controller.signal },
      async (number) => number,
    );
    await assert.rejects(async () => {
      for await (const number of results) if (number === 3) controller.abort(new Error('enough'));
    }, /enough/);
  });
});
