import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CODE_POINT, fc } from '@prime-registry/testkit/properties';
import { formatJson, toPrintable, toPrintableLine } from '../../src/terminal/printable.ts';
import { assertHarmless } from '../assert-harmless.ts';

test('ordinary text stays as it is, in every script', () => {
  for (const text of ['Rules for the web', 'Überschriften', 'قواعد الكتابة', '日本語の規則', '🚀 fast']) {
    assert.equal(toPrintable(text), text);
  }
});

test('white space is folded, and what would steer a terminal is shown for what it is', () => {
  assert.equal(toPrintable('  one\n\ttwo\r\n three '), 'one two three');
  assert.equal(toPrintable('a\u001b[2Jb'), 'a\\u{1b}[2Jb');
  assert.equal(toPrintable('a\u009b31mb'), 'a\\u{9b}31mb');
  assert.equal(toPrintable('safe\u202etxt.exe'), 'safe\\u{202e}txt.exe');
  assert.equal(toPrintable('a\u2066b'), 'a\\u{2066}b');
  assert.equal(toPrintable('\ud800'), '\ufffd', 'half a character is none');
});

test('nothing that steers a terminal comes through, whatever is given', () => {
  fc.assert(
    fc.property(fc.string({ unit: CODE_POINT }), (text) => {
      assertHarmless(toPrintable(text));
      assert.doesNotMatch(toPrintable(text), /\n/);
    }),
  );
});

test('a line has a longest length, in whole characters', () => {
  assert.equal(toPrintableLine('one two three', 13), 'one two three');
  assert.equal(toPrintableLine('one two three', 12), 'one two thr…');
  assert.equal(toPrintableLine('one two three', 9), 'one two…');
  assert.equal(toPrintableLine('🚀🚀🚀', 2), '🚀…');
});

test('JSON has the same value, and nothing in it that steers a terminal', () => {
  assert.equal(formatJson({ a: [1, 'x'] }), '{\n  "a": [\n    1,\n    "x"\n  ]\n}\n');
  assert.equal(formatJson('a\u009b\u202e\u007f\n'), '"a\\u009b\\u202e\\u007f\\n"\n');
  fc.assert(
    fc.property(fc.jsonValue({ stringUnit: 'binary' }), (value) => {
      const json = formatJson(value);
      assert.equal(JSON.stringify(JSON.parse(json)), JSON.stringify(value));
      assertHarmless(json);
    }),
  );
});
