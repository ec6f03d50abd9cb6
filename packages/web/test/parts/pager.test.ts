// Parts of lists: which one a page shows, and what it says where a list ends.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describePart, renderListEnd, renderPager } from '../../src/parts/pager.ts';

const part = { offset: 10_000, limit: 50, shown: 50, total: undefined, isMore: true };
const at = (offset: number): string => `/?offset=${offset}`;

test('a list that goes on beyond the last page says how to see more, and has no next page', () => {
  assert.equal(describePart(part, 'Prime'), '10,001 to 10,050 of many Primes');
  const end = renderListEnd(part, 'Choose a filter.');
  assert.match(end === false ? '' : end.text, /This list ends here, after 10,050\. Choose a filter\./);
  const pager = renderPager(part, at);
  assert.doesNotMatch(pager === false ? '' : pager.text, /rel="next"/);
});

test('a list that ends by itself, or on a later page, says nothing', () => {
  assert.equal(renderListEnd({ ...part, isMore: false }, ''), false);
  const earlier = { ...part, offset: 9950 };
  assert.equal(renderListEnd(earlier, ''), false);
  const pager = renderPager(earlier, at);
  assert.match(pager === false ? '' : pager.text, /rel="next" href="\/\?offset=10000"/);
});
