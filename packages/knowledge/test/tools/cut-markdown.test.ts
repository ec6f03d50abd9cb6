// Where a long text is cut.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countTokenQuarters } from '@prime-registry/atoms';
import { CODE_POINT, fc } from '@prime-registry/testkit/properties';
import { findPieceEnd } from '../../src/tools/answers/cut-markdown.ts';

test('a piece ends behind a paragraph, a line or a word, whichever is in its second half', () => {
  for (const [text, quarters, piece] of [
    ['one two\nthree\n\nfour five\nsix seven', 26, 'one two\nthree\n\n'],
    ['one two\nthree four\nfive six seven', 26, 'one two\nthree four\n'],
    ['one two three four five', 16, 'one two three '],
    ['a\n\nlong-word-without-an-end', 16, 'a\n\nlong-word-wit'],
    ['all of it', 9, 'all of it'],
    ['😀😀😀', 8, '😀'],
  ] as const) {
    assert.equal(text.slice(0, findPieceEnd(text, 0, quarters)), piece);
  }
});

test('a block of code is not cut at its empty lines', () => {
  const text = 'Before the code.\n\n```sh\nfirst\n\nsecond\n```\n\nAfter.';
  assert.equal(text.slice(0, findPieceEnd(text, 0, 36)), 'Before the code.\n\n');
});

test('pieces are within the budget, whole characters, and together the text', () => {
  const text = fc.string({
    unit: fc.oneof(CODE_POINT, fc.constantFrom('\n', ' ', 'a', '```\n')),
    maxLength: 200,
  });
  fc.assert(
    fc.property(text, fc.integer({ min: 8, max: 100 }), (whole, quarters) => {
      for (let start = 0; start < whole.length; ) {
        const end = findPieceEnd(whole, start, quarters);
        assert.ok(end > start);
        assert.ok(whole.slice(start, end).isWellFormed());
        assert.ok(countTokenQuarters(whole.slice(start, end)) <= quarters);
        start = end;
      }
    }),
  );
});
