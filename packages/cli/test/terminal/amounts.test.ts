import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatCount, formatSize } from '../../src/terminal/amounts.ts';

test('sizes are shown in the unit that makes them short', () => {
  for (const [sizeBytes, text] of [
    [0, '0 B'],
    [1023, '1023 B'],
    [1024, '1.0 KiB'],
    [11_981, '11.7 KiB'],
    [1024 ** 2, '1.0 MiB'],
    [1024 ** 3, '1.0 GiB'],
    [5 * 1024 ** 4, '5120.0 GiB'],
  ] as const) {
    assert.equal(formatSize(sizeBytes), text);
  }
});

test('one thing, or several', () => {
  assert.equal(formatCount(0, 'atom'), '0 atoms');
  assert.equal(formatCount(1, 'atom'), '1 atom');
  assert.equal(formatCount(12_345, 'atom'), '12,345 atoms');
  assert.equal(formatCount(2, 'entry', 'entries'), '2 entries');
});
