// Retry-After in both of its forms, and malformed.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseRetryAfter } from '../src/retry-after.ts';

const NOW_MS = Date.UTC(2026, 10, 21, 9, 30);

describe('parseRetryAfter', () => {
  const values: Record<string, number | undefined> = {
    '0': 0,
    '120': 120_000,
    'Sat, 21 Nov 2026 09:31:00 GMT': 60_000,
    'Sat, 21 Nov 2026 09:29:00 GMT': 0,
    'Saturday, 21-Nov-26 09:31:00 GMT': 60_000,
    '': undefined,
    '-1': undefined,
    '1.5': undefined,
    soon: undefined,
    '2027': 2_027_000,
    'Sat, 99 Nov 2026 09:31:00 GMT': undefined,
  };
  for (const [value, expected] of Object.entries(values)) {
    it(`of '${value}' is ${expected}`, () => assert.equal(parseRetryAfter(value, NOW_MS), expected));
  }

  it('of no header is undefined', () => assert.equal(parseRetryAfter(null, NOW_MS), undefined));
});
