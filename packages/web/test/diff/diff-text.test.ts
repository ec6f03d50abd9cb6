// Differences of texts: lines with their surroundings, words where lines have much in common.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CODE_POINT, fc } from '@prime-registry/testkit/properties';
import { diffText } from '../../src/diff/diff-text.ts';
import { diffWords, type Piece } from '../../src/diff/diff-words.ts';

/** As in `a [b] c`: the changed pieces are in brackets. */
const show = (pieces: readonly Piece[]): string =>
  pieces.map(({ text, isChanged }) => (isChanged ? `[${text}]` : text)).join('');
const words = (before: string, after: string): [string, string] => {
  const { old, young } = diffWords(before, after);
  return [show(old), show(young)];
};

test('words that differ are marked, together if only a space is between them', () => {
  assert.deepEqual(words('Warm the pot first', 'Warm a large pot first'), [
    'Warm [the] pot first',
    'Warm [a large] pot first',
  ]);
  assert.deepEqual(words('of version 1.0.0, at least', 'of version 1.10.0, at least'), [
    'of version [1.0.0], at least',
    'of version [1.10.0], at least',
  ]);
  assert.deepEqual(words('お茶を三分待つ', 'お茶を五分待つ'), ['お茶を[三]分待つ', 'お茶を[五]分待つ']);
});

test('texts with little in common are marked as a whole', () => {
  assert.deepEqual(words('Heat draws the taste out', 'Leaves are dried in the sun'), [
    '[Heat draws the taste out]',
    '[Leaves are dried in the sun]',
  ]);
});

test('the pieces are the texts, whatever these are', () => {
  fc.assert(
    fc.property(fc.string({ unit: CODE_POINT }), fc.string({ unit: CODE_POINT }), (before, after) => {
      const { old, young } = diffWords(before, after);
      const join = (pieces: readonly Piece[]) => pieces.map(({ text }) => text).join('');
      assert.deepEqual([join(old), join(young)], [before, after]);
    }),
  );
});

test('lines far from a change are a gap, and the ends of lines do not count', () => {
  const lines = Array.from({ length: 12 }, (_, index) => `line ${index}`);
  const after = lines.with(7, 'line seven').join('\r\n');
  assert.deepEqual(diffText(lines.join('\n'), after), [
    { type: 'gap', lines: 5 },
    { type: 'same', text: 'line 5\nline 6' },
    {
      type: 'old',
      pieces: [
        { text: 'line ', isChanged: false },
        { text: '7', isChanged: true },
      ],
    },
    {
      type: 'new',
      pieces: [
        { text: 'line ', isChanged: false },
        { text: 'seven', isChanged: true },
      ],
    },
    { type: 'same', text: 'line 8\nline 9' },
    { type: 'gap', lines: 2 },
  ]);
  assert.deepEqual(diffText('a\nb', 'a\r\nb'), []);
});
