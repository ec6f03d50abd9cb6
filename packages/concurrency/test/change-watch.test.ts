import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { ChangeWatch, type ChangeWatchOptions } from '../src/change-watch.ts';

/** A watch with a clock of its own, and what it has done. */
function createWatch(t: TestContext, options: Partial<ChangeWatchOptions> = {}) {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const state = { stamp: 1, nowMs: 0, dueAtMs: Number.POSITIVE_INFINITY, looks: 0 };
  const failures: unknown[] = [];
  const watch = new ChangeWatch({
    changeStamp: () => state.stamp,
    now: () => state.nowMs,
    look: async () => {
      state.looks += 1;
      return state.dueAtMs;
    },
    everyMs: () => 10,
    failedEveryMs: 100,
    onFailure: (error) => failures.push(error),
    ...options,
  });
  const pass = async (ms: number): Promise<void> => {
    state.nowMs += ms;
    t.mock.timers.tick(ms);
    for (let step = 0; step < 5; step += 1) await turn();
  };
  return { watch, state, failures, pass };
}

describe('a watch for changes', () => {
  test('looks at its start, after each change, and when something is due', async (t) => {
    const { watch, state, pass } = createWatch(t);
    watch.start();
    await pass(0);
    assert.equal(state.looks, 1);
    await pass(10);
    assert.equal(state.looks, 1, 'nothing has changed');
    state.stamp += 1;
    state.dueAtMs = 35;
    await pass(10);
    assert.equal(state.looks, 2);
    await pass(10);
    assert.equal(state.looks, 2);
    await pass(10);
    assert.equal(state.looks, 3, 'it is due');
  });

  test('sees what is committed while it works', async (t) => {
    const state = { stamp: 1, looks: 0 };
    const { watch, pass } = createWatch(t, {
      changeStamp: () => state.stamp,
      look: async () => {
        state.looks += 1;
        if (state.looks === 1) state.stamp += 1;
        return Number.POSITIVE_INFINITY;
      },
    });
    watch.start();
    await pass(0);
    await pass(10);
    assert.equal(state.looks, 2);
    await pass(10);
    assert.equal(state.looks, 2);
  });

  test('tries again after a longer time, tells a failure once, and again after a success', async (t) => {
    let isBroken = true;
    let looks = 0;
    const { watch, failures, pass } = createWatch(t, {
      look: async () => {
        looks += 1;
        if (isBroken) throw new Error(`failure ${looks}`);
        return Number.POSITIVE_INFINITY;
      },
    });
    watch.start();
    await pass(0);
    await pass(10);
    assert.equal(looks, 1, 'not yet');
    await pass(90);
    assert.deepEqual([looks, failures.map(String)], [2, ['Error: failure 1']]);
    isBroken = false;
    await pass(100);
    assert.equal(looks, 3);
    watch.fail(new Error('of what was begun'));
    assert.deepEqual(failures.map(String).slice(1), ['Error: of what was begun']);
  });

  test('ends with the turn under way', async (t) => {
    const work = Promise.withResolvers<number>();
    let looks = 0;
    const { watch, failures, pass } = createWatch(t, {
      look: () => {
        looks += 1;
        return work.promise;
      },
    });
    watch.start();
    await pass(0);
    let isEnded = false;
    const closed = watch.close().then(() => {
      isEnded = true;
    });
    await pass(10);
    assert.deepEqual([isEnded, watch.isClosed], [false, true]);
    work.reject(new Error('too late to be told'));
    await closed;
    await pass(1000);
    assert.deepEqual([looks, failures], [1, []]);
  });
});
