import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatAge } from '../../src/find/age.ts';

const PUBLISHED = '2026-03-01T12:00:00Z';

test('the age is in the largest unit that fits', () => {
  for (const [now, age] of [
    ['2026-03-01T11:59:00Z', 'just now'],
    ['2026-03-01T12:00:59Z', 'just now'],
    ['2026-03-01T12:01:00Z', '1 minute ago'],
    ['2026-03-01T13:59:59Z', '1 hour ago'],
    ['2026-03-02T11:59:59Z', '23 hours ago'],
    ['2026-03-02T12:00:00Z', '1 day ago'],
    ['2026-03-30T12:00:00Z', '29 days ago'],
    ['2026-04-01T12:00:00Z', '1 month ago'],
    ['2027-02-28T12:00:00Z', '12 months ago'],
    ['2028-03-01T12:00:00Z', '2 years ago'],
  ] as const) {
    assert.equal(formatAge(PUBLISHED, Date.parse(now)), age, now);
  }
});

test('an invalid timestamp has no age', () => {
  assert.equal(formatAge('yesterday', Date.now()), '');
});
