// Several works at a time: never more than the limit, and a failure lets nobody down halfway.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { concurrently } from '../../src/memory/concurrently.ts';

const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

describe('works over a list', () => {
  test('are all done, and never more than the limit at a time', async () => {
    const done: number[] = [];
    let underWay = 0;
    let most = 0;
    await concurrently(numbers(20), 3, async (number) => {
      underWay += 1;
      most = Math.max(most, underWay);
      for (let turns = number % 4; turns >= 0; turns -= 1) await turn();
      underWay -= 1;
      done.push(number);
    });
    assert.deepEqual(
      done.toSorted((a, b) => a - b),
      numbers(20),
    );
    assert.equal(most, 3);
  });

  test('of which one fails end when those under way have, with the first failure', async () => {
    const begun: number[] = [];
    const ended: number[] = [];
    const working = concurrently(numbers(20), 4, async (number) => {
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

  test('are none for an empty list', () => concurrently([], 2, () => assert.fail()));
});
