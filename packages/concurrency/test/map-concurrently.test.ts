// mapConcurrently: the order of the results, the limit, failures and aborts.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { mapConcurrently } from '../src/index.ts';

describe('mapConcurrently', () => {
  test('returns the results in the order of the items, however long each takes', async () => {
    const results = await mapConcurrently([3, 1, 2], { limit: 3 }, async (item) => {
      await delay(item);
      return item * 10;
    });
    assert.deepEqual(results, [30, 10, 20]);
  });

  test('processes at most as many items at a time as the limit says', async () => {
    let inFlight = 0;
    let most = 0;
    await mapConcurrently([...Array(20).keys()], { limit: 4 }, async () => {
      inFlight += 1;
      most = Math.max(most, inFlight);
      await delay(1);
      inFlight -= 1;
    });
    assert.equal(most, 4);
  });

  test('throws the first error, aborts the other work and waits for its end', async () => {
    const ended: string[] = [];
    const failing = mapConcurrently(['bad', 'slow', 'never started'], { limit: 2 }, async (item, signal) => {
      if (item === 'bad') {
        await delay(1);
        throw new Error('bad');
      }
      await delay(60_000, undefined, { signal }).catch(() => {});
      ended.push(item);
      throw new Error('aborted');
    });
    await assert.rejects(failing, { message: 'bad' });
    assert.deepEqual(ended, ['slow']);
  });

  test('ends when its signal is aborted, with the reason of the signal', async () => {
    const controller = new AbortController();
    const ending = mapConcurrently([1, 2], { limit: 1, signal: controller.signal }, async (_, signal) => {
      controller.abort(new Error('stop'));
      signal.throwIfAborted();
    });
    await assert.rejects(ending, { message: 'stop' });
  });

  test('starts nothing if its signal is already aborted', async () => {
    let started = 0;
    const ending = mapConcurrently([1], { limit: 1, signal: AbortSignal.abort() }, async () => {
      started += 1;
    });
    await assert.rejects(ending, { name: 'AbortError' });
    assert.equal(started, 0);
  });
});
