// Loops that process several items at a time: the limit, failures, and the end of work in flight.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { forEachConcurrently } from '../src/index.ts';

const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

describe('forEachConcurrently', () => {
  test('processes all items, never more than the limit at a time', async () => {
    const done: number[] = [];
    let inFlight = 0;
    let most = 0;
    await forEachConcurrently(numbers(20), { limit: 3 }, async (number) => {
      inFlight += 1;
      most = Math.max(most, inFlight);
      for (let turns = number % 4; turns >= 0; turns -= 1) await turn();
      inFlight -= 1;
      done.push(number);
    });
    assert.deepEqual(
      done.toSorted((a, b) => a - b),
      numbers(20),
    );
    assert.equal(most, 3);
  });

  test('throws the first error after all work in flight has ended', async () => {
    const begun: number[] = [];
    const ended: number[] = [];
    const working = forEachConcurrently(numbers(20), { limit: 4 }, async (number) => {
      begun.push(number);
      await turn();
      if (number === 1 || number === 2) throw new Error(`failed ${number}`);
      await turn();
      ended.push(number);
    });
    await assert.rejects(working, /failed 1/);
    assert.ok(begun.length < 10, String(begun));
    assert.deepEqual(
      ended,
      begun.filter((number) => number !== 1 && number !== 2),
    );
  });

  test('does nothing for an empty list', () => forEachConcurrently([], { limit: 2 }, () => assert.fail()));

  test('reads no further item of a list after a failure, and throws the errors of the list', async () => {
    let asked = 0;
    async function* read() {
      for (; asked < 10; asked += 1) yield asked;
      throw new Error('broke off');
    }
    const failing = forEachConcurrently(read(), { limit: 1 }, () => Promise.reject(new Error('failed')));
    await assert.rejects(failing, /failed/);
    assert.equal(asked, 0);
    const ended: number[] = [];
    const breaking = forEachConcurrently(read(), { limit: 20 }, async (number) => {
      await turn();
      ended.push(number);
    });
    await assert.rejects(breaking, /broke off/);
    assert.equal(ended.length, 10);
  });
});
