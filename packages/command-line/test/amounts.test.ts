// Sizes and counts for people.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatCount, formatSize } from '../src/index.ts';

test('a size is in the largest unit that keeps it at 1 or more', () => {
  for (const [sizeBytes, text] of [
    [0, '0 B'],
    [1023, '1023 B'],
    [1024, '1.0 KiB'],
    [11_981, '11.7 KiB'],
    [1024 ** 2, '1.0 MiB'],
    [1024 ** 3, '1.0 GiB'],
    [5 * 1024 ** 4, '5.0 TiB'],
    [5 * 1024 ** 5, '5120.0 TiB'],
  ] as const) {
    assert.equal(formatSize(sizeBytes), text);
  }
});

test('a count has the noun in the singular or the plural', () => {
  assert.equal(formatCount(0, 'atom'), '0 atoms');
  assert.equal(formatCount(1, 'atom'), '1 atom');
  assert.equal(formatCount(12_345, 'atom'), '12,345 atoms');
  assert.equal(formatCount(2, 'entry', 'entries'), '2 entries');
});
