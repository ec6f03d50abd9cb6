// How older versions are brought into the log: until all are in, again after a failure, and not while a server closes.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventually } from '@prime-registry/testkit';
import { Backfill } from '../../src/log/backfill.ts';

function open({ of, each = 200 }: { of: number; each?: number }) {
  const state = { done: 0, batches: 0, failures: 0, ends: 0, isAway: false, unlogged: 0, told: 0, looks: 0 };
  const progress = () => ({ done: state.done, of });
  const backfill = new Backfill({
    store: {
      findBackfillProgress: async () => progress(),
      async backfillLog() {
        if (state.isAway) throw new Error('away');
        state.batches += 1;
        state.done = Math.min(of, state.done + each);
        return progress();
      },
      async logUnlogged(limit) {
        if (state.isAway) throw new Error('away');
        state.looks += 1;
        const added = Math.min(limit, state.unlogged);
        state.unlogged -= added;
        return added;
      },
    },
    lookEveryMs: 1,
    onUnlogged: (versions) => {
      state.told += versions;
    },
    now: () => 0,
    onFailure: () => {
      state.failures += 1;
    },
    onDone: () => {
      state.ends += 1;
    },
  });
  return { backfill, state };
}

test('batches follow each other until all versions are in', async () => {
  const { backfill, state } = open({ of: 500 });
  backfill.start();
  await eventually(() => assert.equal(state.ends, 1));
  assert.deepEqual([state.done, state.batches], [500, 3]);
  await backfill.close();
});

test('a registry without older versions has nothing to do, and says nothing', async () => {
  const { backfill, state } = open({ of: 0 });
  backfill.start();
  await backfill.close();
  assert.deepEqual([state.done, state.batches, state.failures, state.ends, state.told], [0, 0, 0, 0, 0]);
});

test('versions that come without an entry get one while the server serves', async () => {
  const { backfill, state } = open({ of: 0 });
  backfill.start();
  await eventually(() => assert.ok(state.looks > 2));
  state.unlogged = 500;
  await eventually(() => assert.equal(state.told, 500));
  state.isAway = true;
  await eventually(() => assert.equal(state.failures, 1));
  await backfill.close();
});

test('a failure is told once, and the rest is brought in later', async () => {
  const { backfill, state } = open({ of: 10 });
  state.isAway = true;
  backfill.start();
  await eventually(() => assert.equal(state.failures, 1));
  state.isAway = false;
  await eventually(() => assert.equal(state.ends, 1));
  assert.equal(state.failures, 1);
  await backfill.close();
});

test('closing ends it between two batches, also while it waits', async () => {
  const { backfill, state } = open({ of: 1_000_000, each: 1 });
  backfill.start();
  await eventually(() => assert.ok(state.batches > 0));
  await backfill.close();
  const { batches } = state;
  assert.equal(state.ends, 0);
  assert.ok(batches < 1_000_000);
  const waiting = open({ of: 1 });
  waiting.state.isAway = true;
  waiting.backfill.start();
  await eventually(() => assert.equal(waiting.state.failures, 1));
  await waiting.backfill.close();
});
