// The measure itself, on orders with a gain that was calculated by hand.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ndcg } from './ndcg.ts';

const grades = new Map([
  ['best', 3],
  ['good', 2],
]);

test('the best order has 1, whatever follows', () => {
  assert.equal(ndcg(['best', 'good', 'other'], grades, 10), 1);
});

test('nothing relevant within the depth has 0', () => {
  assert.equal(ndcg(['other', 'another', 'best'], grades, 2), 0);
  assert.equal(ndcg([], grades, 10), 0);
});

test('a lower place counts for less', () => {
  const gain = 3 / Math.log2(2) + 7 / Math.log2(3);
  const ideal = 7 / Math.log2(2) + 3 / Math.log2(3);
  assert.equal(ndcg(['good', 'best'], grades, 10), gain / ideal);
  assert.equal(ndcg(['other', 'best'], grades, 10), 7 / Math.log2(3) / ideal);
});
