import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Lease, type LeaseTable } from '../src/lease.ts';

/** A table in memory, and the requests that it got. */
function createTable(): LeaseTable & { readonly requests: string[] } {
  const rows = new Map<string, { holder: string; untilMs: number }>();
  const requests: string[] = [];
  return {
    requests,
    async tryLease({ name, holder, nowMs, untilMs }) {
      requests.push(`try ${name}`);
      const row = rows.get(name);
      if (row !== undefined && row.holder !== holder && row.untilMs > nowMs) return false;
      rows.set(name, { holder, untilMs });
      return true;
    },
    async endLease(name, holder) {
      requests.push(`end ${name}`);
      if (rows.get(name)?.holder === holder) rows.delete(name);
    },
  };
}

describe('a lease', () => {
  const times = { leaseMs: 30_000, renewAfterMs: 10_000 };

  test('belongs to one holder until it is silent for too long', async () => {
    let nowMs = 0;
    const options = { ...times, store: createTable(), now: () => nowMs, name: 'work' };
    const [one, two] = [new Lease(options), new Lease(options)];
    assert.equal(await one.hold(), true);
    assert.equal(await two.hold(), false);
    nowMs = 29_000;
    assert.equal(await one.hold(), true, 'renewed');
    nowMs = 58_000;
    assert.equal(await two.hold(), false);
    nowMs = 59_000;
    assert.equal(await two.hold(), true);
    assert.equal(await one.hold(), false);
  });

  test('is renewed only when it is due, and asked for once for all who need it', async () => {
    let nowMs = 0;
    const store = createTable();
    const lease = new Lease({ ...times, store, now: () => nowMs, name: 'work' });
    assert.deepEqual(await Promise.all([lease.hold(), lease.hold()]), [true, true]);
    nowMs = 9999;
    await lease.hold();
    assert.deepEqual(store.requests, ['try work']);
    nowMs = 10_000;
    await lease.hold();
    assert.deepEqual(store.requests, ['try work', 'try work']);
  });

  test('is free at once after its end, which is told only by its holder', async () => {
    const options = { ...times, store: createTable(), now: () => 0, name: 'work' };
    const [one, two] = [new Lease(options), new Lease(options)];
    await one.hold();
    await two.hold();
    await two.end();
    assert.equal(await two.hold(), false);
    await one.end();
    assert.equal(await two.hold(), true);
    assert.deepEqual(options.store.requests, ['try work', 'try work', 'try work', 'end work', 'try work']);
  });

  test('does not count as held if too little of it is left', async () => {
    let nowMs = 0;
    const store = createTable();
    const slow: LeaseTable = {
      endLease: store.endLease,
      async tryLease(request) {
        const isHeld = await store.tryLease(request);
        nowMs += 20_000;
        return isHeld;
      },
    };
    const options = { ...times, store: slow, now: () => nowMs, name: 'work' };
    assert.equal(await new Lease({ ...options, neededMs: 15_000 }).hold(), false);
    nowMs = 100_000;
    assert.equal(await new Lease(options).hold(), true);
  });
});
