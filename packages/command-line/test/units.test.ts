// Sizes and durations as people type them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '@prime-registry/testkit/properties';
import { formatExactDuration, formatExactSize, parseDuration, parseSize } from '../src/index.ts';

test('a size is a number of bytes, KiB, MiB or GiB', () => {
  for (const [text, sizeBytes] of [
    ['0', 0],
    ['512', 512],
    ['500KiB', 512_000],
    ['1 MiB', 2 ** 20],
    ['3GiB', 3 * 2 ** 30],
  ] as const) {
    assert.equal(parseSize(text), sizeBytes, text);
  }
  for (const text of ['', '1KB', '1 kib', '-1', '1.5MiB', '1  MiB', '12345678901234']) {
    assert.equal(parseSize(text), undefined, text);
  }
});

test('a duration is a number of ms, s, m, h or d, up to 3,650 days', () => {
  for (const [text, durationMs] of [
    ['1ms', 1],
    ['30s', 30_000],
    ['10m', 600_000],
    ['2h', 7_200_000],
    ['3650d', 3650 * 86_400_000],
  ] as const) {
    assert.equal(parseDuration(text), durationMs, text);
  }
  for (const text of ['', '0s', '30', '1 h', '1w', '-1s', '1.5h', '3651d']) {
    assert.equal(parseDuration(text), undefined, text);
  }
});

test('what is written can be read again', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 2 ** 40 }), (sizeBytes) => {
      assert.equal(parseSize(formatExactSize(sizeBytes)), sizeBytes);
    }),
  );
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 999_999_999 }), (durationMs) => {
      assert.equal(parseDuration(formatExactDuration(durationMs)), durationMs);
    }),
  );
  assert.equal(formatExactSize(100 * 2 ** 20), '100MiB');
  assert.equal(formatExactDuration(600_000), '10m');
});
