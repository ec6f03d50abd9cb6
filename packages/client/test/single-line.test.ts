// What a registry says cannot take a terminal over, whatever it is.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { CODE_POINT, fc } from '@prime-registry/testkit/properties';
import { singleLine } from '../src/single-line.ts';

describe('singleLine', () => {
  const texts: Record<string, [text: string, shown: string]> = {
    'what moves the cursor': ['red \u001b[31malert\u0007', 'red [31malert'],
    'C1 controls': ['a\u009b31mb', 'a 31mb'],
    'line ends of every kind': ['a\r\nb\u2028c\u2029d\u0085e', 'a b c d e'],
    'what turns the line around': ['a\u202etxt.exe\u2066b\u200fc', 'a txt.exe b c'],
    'invisible letters': ['pay\u200bpal\ufeff', 'pay pal'],
    'half a surrogate pair': ['a\ud800b', 'a b'],
    'white space around it': ['  a \t b  ', 'a b'],
  };
  for (const [what, [text, shown]] of Object.entries(texts)) {
    it(`leaves out ${what}`, () => assert.equal(singleLine(text), shown));
  }

  it('leaves text of every script as it is', () => {
    for (const text of ['Größe überschritten', '版本已发布', 'تم النشر', '🚀 fertig'])
      assert.equal(singleLine(text), text);
  });

  it('cuts off what is too long, by characters and not in the middle of one', () => {
    assert.equal(singleLine('🚀'.repeat(10), 3), '🚀🚀🚀…');
    assert.equal(singleLine('abc', 3), 'abc');
  });

  it('is one short line, whatever comes in', () => {
    fc.assert(
      fc.property(fc.string({ unit: CODE_POINT, maxLength: 1000 }), (text) => {
        const line = singleLine(text, 100);
        assert.doesNotMatch(line, /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
        assert.ok([...line].length <= 101);
      }),
    );
  });
});
