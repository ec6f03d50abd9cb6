// Typing errors: how they are counted, and that mistyped words share a key with the intended one.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { countForgiven, countMistakes, isLearnt, type Spelling, spellingsOf } from '@prime-registry/atoms';
import { fc } from '@prime-registry/testkit/properties';

describe('errors', () => {
  const pairs: [typed: string, word: string, inWhole: number, inBeginning: number][] = [
    ['kiwi', 'kiwi', 0, 0],
    ['kiwis', 'kiwi', 1, 1],
    ['kiw', 'kiwi', 1, 0],
    ['kivi', 'kiwi', 1, 1],
    ['ikwi', 'kiwi', 1, 1],
    ['iwki', 'kiwi', 2, 2],
    ['secruity', 'security', 1, 1],
    ['accesibilty', 'accessibility', 2, 2],
    ['kubrnet', 'kubernetes', 3, 1],
    ['ca', 'abc', 3, 1],
    ['', 'abc', 3, 0],
    ['🦄a', 'a🦄', 1, 1],
  ];
  for (const [typed, word, inWhole, inBeginning] of pairs) {
    test(`in ${typed} for ${word}`, () =>
      assert.deepEqual(countMistakes(typed, word), { inWhole, inBeginning }));
  }
});

describe('the number of corrected errors', () => {
  const words: [typed: string, forgiven: number][] = [
    ['git', 0],
    ['kiwi', 1],
    ['seven77', 0],
    ['logging', 1],
    ['security', 2],
    ['школьник', 2],
    ['漢字かな交じり文', 0],
    ['x'.repeat(33), 0],
  ];
  for (const [typed, forgiven] of words) test(typed, () => assert.equal(countForgiven(typed), forgiven));
});

test('the vocabulary has words of letters, in scripts with spaces', () => {
  for (const word of ['css', 'ελλαδα', 'कि' + 'ताब', 'שלום']) assert.ok(isLearnt(word), word);
  for (const word of ['go', 'v37', '9110', '漢字かな', '🦄🦄🦄', 'x'.repeat(33)])
    assert.ok(!isLearnt(word), word);
});

const letters = fc.constantFrom(...'abcdé🦄ж');
const words = fc.array(letters, { minLength: 1, maxLength: 14 });

const mistake = fc.record({
  does: fc.constantFrom('drop', 'add', 'replace', 'swap'),
  at: fc.nat(),
  letter: letters,
});

test('one error anywhere, or a second one after the eighth letter, leaves a common key', () => {
  fc.assert(
    fc.property(words, mistake, mistake, (word, one, another) => {
      const typed = mistype(word, one);
      assert.ok(haveCommonKey(word.join(''), typed.join('')), typed.join(''));
      if (typed.length <= 8) return;
      const behind = mistype(typed.slice(8), another);
      const twice = [...typed.slice(0, 8), ...behind];
      assert.ok(haveCommonKey(word.join(''), twice.join('')), twice.join(''));
    }),
  );
});

test('a word has a key for each of its first seven letters, and one more', () => {
  assert.deepEqual(keysOf('abc'), ['abc', 'bc', 'ac', 'ab']);
  assert.equal(keysOf('abcdefghijklm').length, 8);
});

function mistype(
  word: readonly string[],
  { does, at, letter }: { does: string; at: number; letter: string },
) {
  const place = word.length === 0 ? 0 : at % word.length;
  if (does === 'drop') return word.toSpliced(place, 1);
  if (does === 'add') return word.toSpliced(place, 0, letter);
  if (does === 'replace') return word.toSpliced(place, 1, letter);
  return [...word.slice(0, place), ...word.slice(place, place + 2).toReversed(), ...word.slice(place + 2)];
}

function keysOf(word: string): string[] {
  return spellingsOf(word).map(({ spelling }: Spelling) => spelling);
}

function haveCommonKey(one: string, other: string): boolean {
  const keys = new Set(keysOf(one));
  return keysOf(other).some((key) => keys.has(key));
}
