// The size and the encoding of a manifest.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { MAX_MANIFEST_BYTES } from '../../src/manifest/yaml-text.ts';
import { accepted, manifestText, onlyProblemOf, utf8 } from './manifest-text.ts';

const good = manifestText();

describe('the size of a manifest', () => {
  const filler = (sizeBytes: number): string => `${good}#${'x'.repeat(sizeBytes - good.length - 1)}`;

  test('may be at most 256 KiB', () => {
    assert.equal(MAX_MANIFEST_BYTES, 262_144);
    accepted(filler(262_144));
    assert.match(onlyProblemOf(filler(262_145)).message, /has 262145 bytes; at most 262144/);
  });

  test('is counted in bytes, not in characters', () => {
    assert.match(onlyProblemOf(`${good}#${'é'.repeat(131_072)}`).message, /at most 262144/);
  });
});

describe('the encoding of a manifest', () => {
  test('is UTF-8', () => {
    const invalid: readonly (readonly number[])[] = [
      [0xff],
      [0xc0, 0x80],
      [0xed, 0xa0, 0x80],
      [0xf5, 0x80, 0x80, 0x80],
      [0xe2, 0x82],
    ];
    for (const tail of invalid) {
      const problem = onlyProblemOf(Uint8Array.from([...utf8(`${good}x: `), ...tail]));
      assert.deepEqual(
        [problem.field, problem.message],
        ['manifest', 'is not valid UTF-8; save the file as UTF-8'],
      );
    }
    assert.match(onlyProblemOf(new Uint8Array(Buffer.from(`\ufeff${good}`, 'utf16le'))).message, /UTF-8/);
  });

  test('may have a byte order mark', () => {
    assert.deepEqual(accepted(`\ufeff${good}`), accepted(good));
    assert.deepEqual(accepted(`\ufeff---\n${good}`), accepted(good));
    assert.match(onlyProblemOf(`\ufeff\ufeff${good}`).message, /unprintable character U\+FEFF; remove it/);
    const problem = onlyProblemOf(`\ufeff${manifestText({ name: '[]' })}`);
    assert.deepEqual([problem.line, problem.column], [1, 7]);
  });

  test('may end lines with CRLF', () => {
    assert.deepEqual(accepted(good.replaceAll('\n', '\r\n')), accepted(good));
    const problem = onlyProblemOf(manifestText({ license: '[]' }).replaceAll('\n', '\r\n'));
    assert.deepEqual([problem.line, problem.column], [4, 10]);
  });

  test('must not end lines with CR, which parsers read differently', () => {
    const problem = onlyProblemOf(`${good}x: a\rlicense: MIT\n`);
    assert.match(problem.message, /carriage return without a line feed/);
    assert.deepEqual([problem.line, problem.column], [6, 5]);
    assert.match(onlyProblemOf(good.replaceAll('\n', '\r')).message, /carriage return without a line feed/);
  });

  for (const character of [
    '\0',
    '\x01',
    '\x07',
    '\x1b',
    '\x7f',
    '\x80',
    '\x9f',
    '\u0085',
    '\u2028',
    '\u2029',
    '\ufeff',
    '\ufffe',
    '\uffff',
  ]) {
    const code = character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
    test(`must not contain the unprintable character U+${code}`, () => {
      for (const text of [`${good}x: a${character}b\n`, `${good}# a${character}\n`]) {
        const problem = onlyProblemOf(text);
        assert.match(problem.message, new RegExp(`has the unprintable character U\\+${code}; remove it`));
        assert.deepEqual([problem.line, problem.column], [6, text.includes('#') ? 4 : 5]);
      }
    });
  }

  test('may contain every printable character', () => {
    accepted(`${good}x: "tab\there, \u00a0\ufffd\u{1f600}\u{10fffd}"\n`);
  });
});
