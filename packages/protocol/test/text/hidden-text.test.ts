// Hidden characters in texts: what is shown, what stays.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { CODE_POINT, fc } from '@prime-registry/testkit/properties';
import { findHiddenInText } from '../../src/text/hidden-characters.ts';
import {
  createHiddenBudget,
  escapeHidden,
  findHiddenRun,
  listHiddenRuns,
  replaceHidden,
} from '../../src/text/hidden-text.ts';
import { locateHidden } from '../../src/text/locate-hidden.ts';

/** A sentence in tag characters, which only machines read. */
function inTags(text: string): string {
  return Array.from(text, (character) => String.fromCodePoint(0xe0000 + character.charCodeAt(0))).join('');
}

/** Bytes as variation selectors after a letter, another way to hide a sentence. */
function inSelectors(text: string): string {
  return Array.from(text, (character) => String.fromCodePoint(0xe0100 + character.charCodeAt(0) - 16)).join(
    '',
  );
}

describe('what writing systems and emoji need stays', () => {
  const needed: readonly (readonly [string, string])[] = [
    ['line ends and tabs', 'one\n\ttwo\r\nthree'],
    ['a family', '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}'],
    ['an emoji with a style, a skin and a joiner', '❤\ufe0f\u200d\u{1f525} \u{1f469}\u{1f3fd}\u200d⚕\ufe0f'],
    ['a keycap and a sign', '1\ufe0f\u20e3 ©\ufe0f'],
    ['the flag of Scotland', `\u{1f3f4}${inTags('gbsct')}\u{e007f}`],
    ['a pirate and a rainbow flag', '\u{1f3f4}\u200d☠\ufe0f \u{1f3f3}\ufe0f\u200d\u{1f308}'],
    ['Persian', 'می\u200cخواهم'],
    ['a word that a highlight divided', '\u200cخواهم'],
    ['Hindi and Sinhala', 'क्\u200dष ශ්\u200dරී'],
    ['Hebrew with a direction mark', 'שלום\u200f! (C++\u200e)'],
    ['Thai with places to break a line', 'ไทย\u200bไทย'],
    ['a variant of an ideograph', '葛\u{e0100}'],
    ['a variant of a symbol', '≩\ufe00'],
    ['Mongolian, Khmer and old Korean', 'ᠠ\u180b ក\u17b4 \u115f\u1161 \u1100\u1160'],
    ['Braille', '⠓⠊\u2800⠞⠓⠑⠗⠑'],
  ];
  for (const [what, text] of needed) {
    test(what, () => {
      assert.equal(escapeHidden(text), text);
      assert.equal(findHiddenInText(text.replaceAll('\r', '')), undefined);
    });
  }
});

describe('anything else is shown', () => {
  const shown: readonly (readonly [string, string])[] = [
    ['a\u001b[2Jb\u009b', 'a\\u{1b}[2Jb\\u{9b}'],
    ['over\rwritten', 'over\\u{d}written'],
    ['safe\u202etxt.exe', 'safe\\u{202e}txt.exe'],
    ['שלום\u2067', 'שלום\\u{2067}'],
    ['x\u200fy', 'x\\u{200f}y'],
    ['שלום\u200f\u200f', 'שלום\u200f\\u{200f}'],
    ['soft\u00adhyphen', 'soft\\u{ad}hyphen'],
    ['zero\u200bwidth\u200dhere', 'zero\\u{200b}width\\u{200d}here'],
    ['a\ufe0f\u200d❤', 'a\\u{fe0f}\\u{200d}❤'],
    ['\u{1f3f4}\u{e0061}', '\u{1f3f4}\\u{e0061}'],
    ['\ud800', '\\u{d800}'],
    ['a\u2028b\u3164c\ufeff\ufffe', 'a\\u{2028}b\\u{3164}c\\u{feff}\\u{fffe}'],
    [`x${inTags('hello')}`, 'x\\u{e0068}\\u{e0065}\\u{e006c}\\u{e006c}\\u{e006f}'],
    [
      `😀${inSelectors('ignore all')}`,
      '😀\\u{e0159}\\u{e0157}\\u{e015e}\\u{e015f}[6 more hidden characters]',
    ],
  ];
  for (const [text, escaped] of shown) test(escaped, () => assert.equal(escapeHidden(text), escaped));
});

const anyText = fc.string({
  unit: fc.oneof(
    fc.constantFrom(...['a', '\n', 'ש', 'م', 'क्', '❤', '\u{1f3f4}', '葛', '1', '\u20e3', 'ไ', '\u1100']),
    fc.constantFrom(
      ...['\u200b', '\u200c', '\u200d', '\u200e', '\u200f', '\ufe0f', '\ufe00', '\u00ad', '\r'],
    ),
    fc.constantFrom(...['\u{e0100}', '\u{e0067}', '\u{e0062}', '\u{e007f}', '\u202e', '\u180b', '\u001b']),
    fc.constantFrom(...['\u{1f468}', '\u{1f3fd}', 'ᠠ', '\u115f', '\u1160', '\ud83c', '\udff4', '\u034f']),
    fc.string({ unit: CODE_POINT, minLength: 1, maxLength: 1 }),
  ),
  maxLength: 30,
});

test('an escaped text has nothing hidden, and its visible characters are as before', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const shown = escapeHidden(text);
      assert.deepEqual(listHiddenRuns(shown), []);
      assert.equal(escapeHidden(shown), shown);
      const runs = listHiddenRuns(text);
      let rest = text;
      for (const { offset, text: run } of runs.toReversed()) {
        assert.equal(text.slice(offset, offset + run.length), run);
        rest = rest.slice(0, offset) + rest.slice(offset + run.length);
      }
      assert.equal(
        replaceHidden(text, () => ''),
        rest,
      );
      assert.equal(shown === text, runs.length === 0);
    }),
  );
});

test('no text carries tags, selectors in a row, or controls', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const shown = escapeHidden(text).replaceAll(/\u{1f3f4}[\u{e0061}-\u{e007a}]{5}\u{e007f}/gu, '');
      assert.doesNotMatch(shown, /[\u{e0000}-\u{e007f}]|[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]{2}/u);
      assert.doesNotMatch(shown, /\r(?!\n)|(?![\t\n\r])\p{Cc}|[\u202a-\u202e\u2066-\u2069]/u);
    }),
  );
});

test('a text with very many hidden characters takes bounded work, and hides nothing', () => {
  const budget = createHiddenBudget();
  const total = budget.left;
  const text = 'a\u200b'.repeat(2 * total);
  const shown = escapeHidden(text, budget);
  assert.ok(budget.left <= 0);
  assert.deepEqual(
    findHiddenRun(shown, () => true),
    undefined,
  );
  assert.match(shown, /^a\\u\{200b\}a.*aa \[more hidden characters were removed\]$/s);
  assert.equal(escapeHidden('b\u200bc', budget), 'bc [more hidden characters were removed]');
  assert.equal(
    escapeHidden('a\u200b'.repeat(200_000), budget),
    'a [the rest has hidden characters and was left out]',
  );
  assert.equal(escapeHidden('visible', budget), 'visible');
  // What is refused is found behind any number of harmless characters.
  assert.equal(findHiddenInText(`${'می\u200c'.repeat(2 * total)}${inTags('x')}`), inTags('x'));
});

test('input is refused for what reverses or spells, not for a single soft hyphen', () => {
  for (const text of ['soft\u00adhyphen', 'a\u200bb', '\ufe0f text', 'x\ufeff']) {
    assert.equal(findHiddenInText(text), undefined, JSON.stringify(text));
  }
  for (const text of [
    'a\u200b\u200c',
    inTags('x'),
    inSelectors('xy'),
    '\u202e',
    '\u001b',
    'a\r\n',
    '\ud800',
  ]) {
    assert.notEqual(findHiddenInText(text), undefined, JSON.stringify(text));
  }
});

test('hidden characters have a line, a column and a number', () => {
  const text = `one\u00ad\ntwo\n\nthree ${inTags('abc')} four\u200b\n`;
  assert.deepEqual(locateHidden(text, 2), {
    count: 3,
    places: [
      { line: 1, column: 4, character: 'U+00AD', length: 1 },
      { line: 4, column: 7, character: 'U+E0061', length: 3 },
    ],
  });
  assert.deepEqual(locateHidden('plain\n', 2), { count: 0, places: [] });
});
