// The inventories of simultaneous publishes share one memory budget, and no publish waits for ever.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { InventoryBudget } from '../../src/actions/inventory/inventory-budget.ts';

const KIB = 1024;
const FREE = 128 * KIB;

test('small publishes never wait', async () => {
  const budget = new InventoryBudget({ maxBytes: 0, patienceMs: 0 });
  const shares = Array.from({ length: 100 }, () => budget.open());
  for (const share of shares) assert.equal(await share.grow(FREE), true);
});

test('a single publish gets all it wants', async () => {
  const share = new InventoryBudget({ maxBytes: KIB, patienceMs: 0 }).open();
  assert.equal(await share.grow(FREE + 1000 * KIB), true);
});

test('a share is not available to others until it is returned', async () => {
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

test('a publish that has waited too long gets nothing', async () => {
  const budget = new InventoryBudget({ maxBytes: KIB, patienceMs: 5 });
  const [one, other] = [budget.open(), budget.open()];
  await one.grow(FREE + KIB);
  assert.equal(await other.grow(FREE + 1), false);
  other.release();
  one.release();
  assert.equal(await other.grow(FREE + KIB), true);
});
