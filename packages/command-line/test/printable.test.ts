// Untrusted text on a terminal.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listHiddenRuns } from '@prime-registry/protocol';
import { CODE_POINT, fc } from '@prime-registry/testkit/properties';
import {
  escapeControls,
  formatJson,
  formatJsonLine,
  toPrintable,
  toPrintableLine,
  toPrintableText,
} from '../src/index.ts';

/** Control and bidirectional characters other than line feeds. */
const UNSAFE = /(?!\n)[\p{Cc}\p{Bidi_Control}\u2028\u2029\uFEFF]/u;

test('ordinary text stays as it is, in every script', () => {
  for (const text of ['Rules for the web', 'Überschriften', 'قواعد الكتابة', '日本語の規則', '🚀 fast']) {
    assert.equal(toPrintable(text), text);
  }
});

test('JSON has nothing that a runner of CI jobs reads as a command, and is the same value', () => {
  const value = { text: 'a ##[error]b ##vso[task.x] ###[c', '##[key]': ['##', ['x']] };
  for (const json of [formatJson(value), formatJsonLine(value)]) {
    assert.doesNotMatch(json, /##[a-z]*\[/i);
    assert.deepEqual(JSON.parse(json), value);
  }
});

test('white space is folded, and control characters are escaped', () => {
  assert.equal(toPrintable('  one\n\ttwo\r\n three '), 'one two three');
  assert.equal(toPrintable('a\u001b[2Jb'), 'a\\u{1b}[2Jb');
  assert.equal(toPrintable('a\u009b31mb'), 'a\\u{9b}31mb');
  assert.equal(toPrintable('safe\u202etxt.exe'), 'safe\\u{202e}txt.exe');
  assert.equal(toPrintable('a\u2066b'), 'a\\u{2066}b');
  assert.equal(toPrintable('\ud800'), '\ufffd', 'an unpaired surrogate is replaced');
});

test('hidden characters are shown, unless a script or an emoji needs them', () => {
  assert.equal(toPrintable('one\u200btwo\u{e0041}'), 'one\\u{200b}two\\u{e0041}');
  assert.equal(toPrintableText('one\n\u{e0041}\ufe0f\u00ad'), 'one\n\\u{e0041}\\u{fe0f}\\u{ad}');
  for (const text of ['\u{1f468}\u200d\u{1f469}\u200d\u{1f467} ❤\ufe0f', 'می\u200cخواهم']) {
    assert.equal(toPrintable(text), text);
    assert.equal(toPrintableText(text), text);
    assert.equal(formatJsonLine(text), `"${text}"`);
  }
  assert.equal(formatJsonLine('a\u{e0041}\u200b'), '"a\\udb40\\udc41\\u200b"');
});

test('text with its layout keeps line feeds, tabs and spaces', () => {
  assert.equal(toPrintableText('one\n\ttwo  three\r'), 'one\n\ttwo  three\\u{d}');
});

test('escaped text keeps its spaces and has no line breaks', () => {
  assert.equal(escapeControls('one  two\n\tthree'), 'one  two\\u{a}\\u{9}three');
});

test('no control character gets through, whatever the text', () => {
  fc.assert(
    fc.property(fc.string({ unit: CODE_POINT }), (text) => {
      for (const shown of [toPrintable(text), escapeControls(text)]) {
        assert.deepEqual(listHiddenRuns(shown), []);
        assert.doesNotMatch(shown, UNSAFE, JSON.stringify(shown));
        assert.doesNotMatch(shown, /\n/);
      }
    }),
  );
});

test('a line has a maximum length, in whole characters', () => {
  assert.equal(toPrintableLine('one two three', 13), 'one two three');
  assert.equal(toPrintableLine('one two three', 12), 'one two thr…');
  assert.equal(toPrintableLine('one two three', 9), 'one two…');
  assert.equal(toPrintableLine('🚀🚀🚀', 2), '🚀…');
});

test('JSON has the same value and no control characters', () => {
  assert.equal(formatJson({ a: [1, 'x'] }), '{\n  "a": [\n    1,\n    "x"\n  ]\n}\n');
  assert.equal(formatJsonLine({ a: [1, 'x'] }), '{"a":[1,"x"]}');
  assert.equal(formatJson('a\u009b\u202e\u007f\n'), '"a\\u009b\\u202e\\u007f\\n"\n');
  fc.assert(
    fc.property(fc.jsonValue({ stringUnit: CODE_POINT }), (value) => {
      for (const json of [formatJson(value), formatJsonLine(value)]) {
        assert.equal(JSON.stringify(JSON.parse(json)), JSON.stringify(value));
        assert.doesNotMatch(json, UNSAFE, JSON.stringify(json));
      }
      assert.doesNotMatch(formatJsonLine(value), /\n/);
    }),
  );
});
