// Text from a registry cannot control a terminal.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { CODE_POINT, fc } from '@prime-registry/testkit/properties';
import { singleLine } from '../src/single-line.ts';

describe('singleLine', () => {
  const texts: Record<string, [text: string, shown: string]> = {
    'cursor movements': ['red \u001b[31malert\u0007', 'red [31malert'],
    'C1 controls': ['a\u009b31mb', 'a 31mb'],
    'line ends of every kind': ['a\r\nb\u2028c\u2029d\u0085e', 'a b c d e'],
    'bidirectional marks': ['a\u202etxt.exe\u2066b\u200fc', 'a txt.exe b c'],
    'invisible letters': ['pay\u200bpal\ufeff', 'pay pal'],
    'half a surrogate pair': ['a\ud800b', 'a b'],
    'white space around it': ['  a \t b  ', 'a b'],
  };
  for (const [what, [text, shown]] of Object.entries(texts)) {
    it(`removes ${what}`, () => assert.equal(singleLine(text), shown));
  }

  it('keeps text of every script', () => {
    for (const text of ['Größe überschritten', '版本已发布', 'تم النشر', '🚀 fertig'])
      assert.equal(singleLine(text), text);
  });

  it('cuts long text between characters', () => {
    assert.equal(singleLine('🚀'.repeat(10), 3), '🚀🚀🚀…');
    assert.equal(singleLine('abc', 3), 'abc');
  });

  it('is one short line for any input', () => {
    fc.assert(
      fc.property(fc.string({ unit: CODE_POINT, maxLength: 1000 }), (text) => {
        const line = singleLine(text, 100);
        assert.doesNotMatch(line, /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
        assert.ok([...line].length <= 101);
      }),
    );
  });
});
