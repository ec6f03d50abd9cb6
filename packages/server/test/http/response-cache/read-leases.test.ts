// When a read lease begins.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { eventually } from '@prime-registry/testkit';
import { ReadLeases } from '../../../src/http/response-cache/read-leases.ts';

const LEASE_MS = 1000;
const AFTER_MS = 6000;
const STAMP = 7;

/** A store that counts what it is asked, and leases that ask it. */
function start({ proxyMs = 0 } = {}) {
  const store = {
    registered: [] as (readonly [number, number])[],
    asked: 0,
    leasableStamp: STAMP as number | undefined,
    isBroken: false,
    async registerReadLeases(leaseMs: number, forMs: number): Promise<void> {
      if (store.isBroken) throw new Error('the store cannot answer');
      store.registered.push([leaseMs, forMs]);
    },
    async findLeasableStamp(): Promise<number | undefined> {
      store.asked += 1;
      if (store.isBroken) throw new Error('the store cannot answer');
      return store.leasableStamp;
    },
  };
  const leases = new ReadLeases({ store, leaseMs: LEASE_MS, proxyMs, leasesAfterMs: AFTER_MS });
  /** The lease of a look that comes this much later than now, less the time of the look. */
  const grant = (laterMs: number, stamp = STAMP): number => {
    const lookedAtMs = performance.now() + laterMs;
    const untilMs = leases.grant(stamp, lookedAtMs);
    return untilMs === 0 ? 0 : Math.round(untilMs - lookedAtMs);
  };
  /** Asks until a look some minutes later gets a lease. */
  const warmUp = (): Promise<void> => eventually(async () => assert.equal(grant(60_000), LEASE_MS));
  return { store, leases, grant, warmUp };
}

/** Moves the clock of the machine. @returns how to move it further */
function moveClock(t: TestContext) {
  let movedMs = 0;
  const real = Date.now;
  t.mock.method(Date, 'now', () => real() + movedMs);
  return (ms: number): void => {
    movedMs += ms;
  };
}

test('no lease begins before the registration, nor for some time after it', async () => {
  const { store, grant, warmUp } = start({ proxyMs: 2500 });
  assert.equal(grant(60_000), 0);
  await warmUp();
  assert.deepEqual(store.registered, [[LEASE_MS + 2500, 900_000]]);
  assert.equal(grant(0), 0, 'changes under way do not know of the registration');
  assert.equal(grant(AFTER_MS), LEASE_MS);
});

test('a lease is only for what has the stamp at which no change waits', async () => {
  const { store, grant, warmUp } = start();
  await warmUp();
  assert.equal(grant(60_000, 8), 0);
  store.leasableStamp = 8;
  await eventually(async () => assert.equal(grant(60_000, 8), LEASE_MS));
  assert.equal(grant(60_000), 0);
});

test('none begins while a change waits', async () => {
  const { store, grant, warmUp } = start();
  await warmUp();
  store.leasableStamp = undefined;
  const before = store.asked;
  await eventually(async () => {
    assert.equal(grant(60_000, 8), 0);
    assert.ok(store.asked > before + 1, 'it asks again');
  });
  store.leasableStamp = 9;
  await eventually(async () => assert.equal(grant(60_000, 9), LEASE_MS));
});

test('the registration is renewed, and no lease begins in the last part of one that is not', async (t) => {
  const move = moveClock(t);
  const { store, grant, warmUp } = start();
  await warmUp();
  move(310_000);
  assert.equal(grant(60_000), LEASE_MS, 'leases go on meanwhile');
  await eventually(async () => assert.equal(store.registered.length, 2));
  store.isBroken = true;
  move(790_000);
  assert.equal(grant(60_000), 0);
  store.isBroken = false;
  await warmUp();
  assert.equal(store.registered.length, 3);
  assert.equal(grant(0), 0, 'it begins anew');
});

test('a store that cannot answer is asked again', async () => {
  const { store, grant, warmUp } = start();
  store.isBroken = true;
  assert.equal(grant(60_000), 0);
  store.isBroken = false;
  await warmUp();
});

test('a proxy gets the second after this one as the end of an answer, if the setting says so', () => {
  assert.deepEqual(start().leases.proxyHeaders(), []);
  const before = Math.floor(Date.now() / 1000);
  const [name, value = ''] = start({ proxyMs: 2500 }).leases.proxyHeaders();
  assert.equal(name, 'x-accel-expires');
  const second = Number(value.slice(1));
  assert.ok(value.startsWith('@') && second > before && second <= Math.floor(Date.now() / 1000) + 1, value);
});
