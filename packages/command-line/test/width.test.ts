// The width of text on a terminal.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '@prime-registry/testkit/properties';
import { cutToWidth, widthOf } from '../src/index.ts';

test('counts the cells that a terminal uses', () => {
  for (const [text, width] of [
    ['', 0],
    ['abc', 3],
    ['é', 1],
    ['e\u0301', 1],
    ['日本語', 6],
    ['한글', 4],
    ['🚀', 2],
    ['a\u200bb', 2],
    ['！', 2],
  ] as const) {
    assert.equal(widthOf(text), width, JSON.stringify(text));
  }
});

test('cuts text that does not fit, and marks the cut', () => {
  assert.equal(cutToWidth('abcdef', 6), 'abcdef');
  assert.equal(cutToWidth('abcdef', 5), 'abcd…');
  assert.equal(cutToWidth('日本語', 6), '日本語');
  assert.equal(cutToWidth('日本語', 5), '日本…');
  assert.equal(cutToWidth('日本語', 4), '日…', 'a wide character is not halved');
  assert.equal(cutToWidth('ab cd', 4), 'ab…', 'no space before the mark');
});

test('cut text always fits, and is the beginning of the text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 1, max: 20 }), (text, width) => {
      const cut = cutToWidth(text, width);
      assert.ok(widthOf(cut) <= width, `${cut} in ${width}`);
      assert.ok(cut === text || text.startsWith(cut.slice(0, -1)));
    }),
  );
});
