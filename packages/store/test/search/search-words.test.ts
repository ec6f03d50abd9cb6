// The tokenizer: equal words for spellings that people consider equal, and no syntax of an index.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { splitWords } from '@prime-registry/atoms';
import { CODE_POINT, fc } from '@prime-registry/testkit/properties';
import { MARKS } from '../../src/search/words/search-terms.ts';

test('long text is split in linear time', { timeout: 30_000 }, () => {
  // A pattern that backtracks would take hours.
  const length = 2 ** 17;
  for (const unit of [' ', 'a', '0', '-', '1.', '@', 'é', 'e\u0301', '\u0301', 'W/'])
    splitWords(`x${unit.repeat(length / unit.length)}\n`);
});

describe('a text is split into', () => {
  const texts: [text: string, words: string[]][] = [
    ['Web style', ['web', 'style']],
    ['@acme/web-style_2.0', ['acme', 'web', 'style', '2', '0']],
    ['"web"*(NOT) -x', ['web', 'not', 'x']],
    ['École ÉTÉ naïve', ['ecole', 'ete', 'naive']],
    ['ΕΛΛΆΔΑ Ελλάδας', ['ελλαδα', 'ελλαδασ']],
    ['Straße STRASSE STRAẞE', ['strasse', 'strasse', 'strasse']],
    ['İzmir ılık', ['izmir', 'ilik']],
    ['ＡＰＩ ﬁle 𝒳²', ['api', 'file', 'x2']],
    ['й и', ['и\u0306', 'и']],
    ['कि की', ['कि', 'की']],
    ['漢字かな', ['漢字かな']],
    ['🦄☃ 👩‍👩', ['🦄☃', '👩', '👩']],
    ['web\0style\ufeff\u202e\ud800x', ['web', 'style', 'x']],
    ['', []],
    ['…—"\'%', []],
  ];
  for (const [text, words] of texts) {
    test(JSON.stringify(text), () => assert.deepEqual(splitWords(text), words));
  }
});

const anyText = fc.string({ unit: CODE_POINT, maxLength: 60 });

test('a word is split into itself', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      for (const word of splitWords(text)) assert.deepEqual(splitWords(word), [word]);
    }),
  );
});

test('splitting is idempotent for every character, with any mark after it', () => {
  const marks = ['', '\u0301', '\u034f', '\u0345'];
  for (let code = 0; code <= 0x10ffff; code += 1) {
    const character = String.fromCodePoint(code);
    // Only characters that normalization or case mapping changes.
    if (character.normalize('NFKD').toUpperCase().toLowerCase() === character) continue;
    for (const mark of marks)
      for (const word of splitWords(character + mark)) assert.deepEqual(splitWords(word), [word]);
  }
});

test('the words of two joined texts are the words of both', () => {
  fc.assert(
    fc.property(anyText, anyText, (one, other) => {
      assert.deepEqual(splitWords(`${one} ${other}`), [...splitWords(one), ...splitWords(other)]);
    }),
  );
});

test('no word contains a quote, a space, a control character or a mark', () => {
  const forbidden = [...Object.values(MARKS), '"', "'", '*', ' ', '\t', '\n', '\0', '(', ':', '^', '+'];
  fc.assert(
    fc.property(
      fc.string({ unit: fc.oneof(fc.constantFrom(...forbidden), anyText), maxLength: 30 }),
      (text) => {
        for (const word of splitWords(text)) assert.ok(!forbidden.some((one) => word.includes(one)), word);
      },
    ),
  );
});
