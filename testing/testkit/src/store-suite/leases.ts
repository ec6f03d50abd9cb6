// Leases: who may do what only one process should do at a time.
import assert from 'node:assert/strict';
import type { RegistryStore } from '@prime-registry/store';
import { type OpenStore, testWithStore } from './with-store.ts';

export function testLeases(open: OpenStore): void {
  testWithStore(open, 'a lease belongs to one holder until it ends', async (store) => {
    assert.equal(await lease(store, { holder: 'one', nowMs: 1000, untilMs: 2000 }), true);
    assert.equal(await lease(store, { holder: 'two', nowMs: 1999, untilMs: 3000 }), false);
    assert.equal(await lease(store, { name: 'other', holder: 'two', nowMs: 1999, untilMs: 3000 }), true);
    assert.equal(await lease(store, { holder: 'two', nowMs: 2000, untilMs: 3000 }), true);
    assert.equal(await lease(store, { holder: 'one', nowMs: 2001, untilMs: 3001 }), false);
  });

  testWithStore(open, 'its holder renews a lease, and gives it back', async (store) => {
    assert.equal(await lease(store, { holder: 'one', nowMs: 1000, untilMs: 2000 }), true);
    assert.equal(await lease(store, { holder: 'one', nowMs: 1500, untilMs: 2500 }), true);
    assert.equal(await lease(store, { holder: 'two', nowMs: 2200, untilMs: 3200 }), false);
    await store.endLease('work', 'two');
    assert.equal(await lease(store, { holder: 'two', nowMs: 2200, untilMs: 3200 }), false);
    await store.endLease('work', 'one');
    assert.equal(await lease(store, { holder: 'two', nowMs: 2200, untilMs: 3200 }), true);
  });

  testWithStore(open, 'a lease of a process whose clock was a day ahead keeps nobody out', async (store) => {
    const dayMs = 86_400_000;
    assert.equal(await lease(store, { holder: 'one', nowMs: dayMs, untilMs: dayMs + 1000 }), true);
    assert.equal(await lease(store, { holder: 'two', nowMs: 1000, untilMs: 2000 }), true);
    assert.equal(await lease(store, { holder: 'three', nowMs: 1000, untilMs: 2000 }), false);
  });

  testWithStore(open, 'of many that ask at the same time, one gets the lease', async (store) => {
    const holders = Array.from({ length: 10 }, (_, index) => `holder ${index}`);
    const answers = await Promise.all(
      holders.map((holder) => lease(store, { holder, nowMs: 1000, untilMs: 2000 })),
    );
    assert.equal(answers.filter((isHeld) => isHeld).length, 1);
  });
}

function lease(
  store: RegistryStore,
  request: {
    readonly name?: string;
    readonly holder: string;
    readonly nowMs: number;
    readonly untilMs: number;
  },
): Promise<boolean> {
  return store.tryLease({ name: 'work', ...request });
}
