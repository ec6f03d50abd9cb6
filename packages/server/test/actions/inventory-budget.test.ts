// The memory that atoms of simultaneous publishes take together has a bound, and nobody waits for it in vain.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { InventoryBudget } from '../../src/actions/inventory/inventory-budget.ts';

const KIB = 1024;
const FREE = 128 * KIB;

test('the many small ones never wait', async () => {
  const budget = new InventoryBudget({ maxBytes: 0, patienceMs: 0 });
  const shares = Array.from({ length: 100 }, () => budget.open());
  for (const share of shares) assert.equal(await share.grow(FREE), true);
});

test('one that is alone gets all it wants, however much', async () => {
  const share = new InventoryBudget({ maxBytes: KIB, patienceMs: 0 }).open();
  assert.equal(await share.grow(FREE + 1000 * KIB), true);
});

test('what is taken by one is not there for another, until it is given back', async () => {
  const budget = new InventoryBudget({ maxBytes: 10 * KIB, patienceMs: 60_000 });
  const [one, other, third] = [budget.open(), budget.open(), budget.open()];
  assert.equal(await one.grow(FREE + 8 * KIB), true);
  assert.equal(await other.grow(FREE + 2 * KIB), true);
  let isThirdThere = false;
  const waiting = third.grow(FREE + 5 * KIB).then((hasRoom) => {
    isThirdThere = true;
    return hasRoom;
  });
  other.release();
  await new Promise((resolve) => setImmediate(resolve));
  assert.equal(isThirdThere, false);
  one.release();
  one.release();
  assert.equal(await waiting, true);
  assert.equal(await one.grow(FREE + 5 * KIB), true);
});

test('whoever has waited long enough goes without', async () => {
  const budget = new InventoryBudget({ maxBytes: KIB, patienceMs: 5 });
  const [one, other] = [budget.open(), budget.open()];
  await one.grow(FREE + KIB);
  assert.equal(await other.grow(FREE + 1), false);
  other.release();
  one.release();
  assert.equal(await other.grow(FREE + KIB), true);
});
