// The first sentence of a description.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { firstSentence } from '../../src/parts/atom/first-sentence.ts';

const CASES: readonly (readonly [text: string, sentence: string])[] = [
  ['Heat draws the taste out', 'Heat draws the taste out'],
  ['Use `v1.2` of it\nor later. It is faster.', 'Use `v1.2` of it or later.'],
  ['Is that so, asked he? "Yes."', 'Is that so, asked he?'],
  ['She said "stop it now." Then they did.', 'She said "stop it now."'],
  ['A strong tag, e.g. a digest, is best. It is.', 'A strong tag, e.g. a digest, is best.'],
  ['E.g. a text that begins with a short form.', 'E.g. a text that begins with a short form.'],
  ['これは最初の文で、十分に長いです。次の文。', 'これは最初の文で、十分に長いです。'],
  ['', ''],
];

for (const [text, sentence] of CASES)
  test(JSON.stringify(text), () => assert.equal(firstSentence(text), sentence));

test('a long text is cut after a word, in a moment', () => {
  const sentence = firstSentence('word '.repeat(1_000_000));
  assert.ok(sentence.length <= 221 && sentence.endsWith('word…'), sentence);
  assert.ok(firstSentence('."'.repeat(1_000_000)).length <= 221);
});
