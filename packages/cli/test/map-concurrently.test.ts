import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { mapConcurrently } from '../src/map-concurrently.ts';

const NEVER = new AbortController().signal;

describe('mapConcurrently', () => {
  it('returns results in the order of the items, independent of their duration', async () => {
    const results = await mapConcurrently([3, 1, 2], { limit: 3, signal: NEVER }, async (item) => {
      await delay(item);
      return item * 10;
    });
    assert.deepEqual(results, [30, 10, 20]);
  });

  it('has at most `limit` calls in flight', async () => {
    let underWay = 0;
    let most = 0;
    await mapConcurrently([...Array(20).keys()], { limit: 4, signal: NEVER }, async () => {
      underWay += 1;
      most = Math.max(most, underWay);
      await delay(1);
      underWay -= 1;
    });
    assert.equal(most, 4);
  });

  it('throws the first failure, aborts the others and waits for them', async () => {
    const ended: string[] = [];
    const failing = mapConcurrently(
      ['bad', 'slow', 'never begun'],
      { limit: 2, signal: NEVER },
      async (item, signal) => {
        if (item === 'bad') throw new Error('bad');
        await delay(60_000, undefined, { signal }).catch(() => {});
        ended.push(item);
        throw new Error('aborted');
      },
    );
    await assert.rejects(failing, { message: 'bad' });
    assert.deepEqual(ended, ['slow']);
  });

  it('ends if its signal is aborted, with the reason of the signal', async () => {
    const controller = new AbortController();
    const ending = mapConcurrently([1, 2], { limit: 1, signal: controller.signal }, async (_, signal) => {
      controller.abort(new Error('stop'));
      signal.throwIfAborted();
    });
    await assert.rejects(ending, { message: 'stop' });
  });

  it('starts nothing if its signal is aborted already', async () => {
    let begun = 0;
    const ending = mapConcurrently([1], { limit: 1, signal: AbortSignal.abort() }, async () => {
      begun += 1;
    });
    await assert.rejects(ending, { name: 'AbortError' });
    assert.equal(begun, 0);
  });
});
