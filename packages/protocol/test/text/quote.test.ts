// Quoted text has no control characters, no look-alike letters and a limited length.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { CODE_POINT, fc } from '@prime-registry/testkit/properties';
import { describeCharacter, printable, quote } from '../../src/text/quote.ts';

describe('quoting', () => {
  const cases: readonly (readonly [text: string, quoted: string])[] = [
    ['', "''"],
    ['web style', "'web style'"],
    ['a\nb\0', "'a\\u{a}b\\u{0}'"],
    [' ~\x7f\x1f', "' ~\\u{7f}\\u{1f}'"],
    ['аcme', "'\\u{430}cme'"],
    ['😀', "'\\u{1f600}'"],
    ['\ud800', "'\\u{d800}'"],
    ['\u202egnp', "'\\u{202e}gnp'"],
    ['a'.repeat(80), `'${'a'.repeat(80)}'`],
    ['a'.repeat(81), `'${'a'.repeat(80)}… (81 characters)'`],
    ['😀'.repeat(81), `'${'\\u{1f600}'.repeat(80)}… (81 characters)'`],
  ];
  for (const [text, quoted] of cases) {
    test(`shows ${JSON.stringify(text).slice(0, 30)}`, () => assert.equal(quote(text), quoted));
  }

  test('gives plain ASCII of bounded length for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: CODE_POINT, maxLength: 400, size: 'max' }), (text) => {
        assert.match(quote(text), /^'[\x20-\x7e]*(… \(\d+ characters\))?'$/);
      }),
    );
    assert.ok(quote('\u{10ffff}'.repeat(500_000)).length < 1000);
  });

  test('cuts at the given length', () => {
    assert.equal(printable('abcdef', 3), 'abc… (6 characters)');
    assert.equal(printable('abc', 3), 'abc');
  });
});

describe('the description of a character', () => {
  const cases: readonly (readonly [character: string, named: string])[] = [
    ['A', "'A' (U+0041)"],
    ['é', "'é' (U+00E9)"],
    ['%', "'%' (U+0025)"],
    ['😀', "'😀' (U+1F600)"],
    [' ', 'U+0020'],
    ['\0', 'U+0000'],
    ['\u202e', 'U+202E'],
    ['\ud800', 'U+D800'],
    ['\u0301', 'U+0301'],
  ];
  for (const [character, named] of cases) {
    test(`is ${named}`, () => assert.equal(describeCharacter(character), named));
  }
});
