// Timestamps in the form of the contract.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '@prime-registry/testkit/properties';
import { formatTimestamp } from '../src/timestamp.ts';

test('a timestamp is ISO 8601 in UTC, to the second', () => {
  assert.equal(formatTimestamp(0), '1970-01-01T00:00:00Z');
  assert.equal(formatTimestamp(Date.UTC(2026, 10, 21, 9, 30, 0, 999)), '2026-11-21T09:30:00Z');
});

test('a timestamp is rounded down to its second', () => {
  fc.assert(
    fc.property(fc.nat(253_402_300_799_999), (timeMs) => {
      const text = formatTimestamp(timeMs);
      assert.match(text, /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/);
      assert.equal(Date.parse(text), Math.floor(timeMs / 1000) * 1000);
    }),
  );
});
