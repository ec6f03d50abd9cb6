// Texts of strangers in Markdown.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '@prime-registry/testkit/properties';
import { code, fitLines, foldAway } from '../../src/review/markdown.ts';

test('a text is one piece of inline code', () => {
  assert.equal(code('@acme/rule-one'), '`@acme/rule-one`');
  assert.equal(code('a `b` c'), '`` a `b` c ``');
  assert.equal(code('``'), '``` `` ```');
  assert.equal(code(''), '` `');
  assert.equal(code('a\n/merge\r\n<img src=x>'), '`a /merge <img src=x>`');
  assert.equal(code('a\u202eb\u001b[2J'), '`a\\u{202e}b\\u{1b}[2J`');
  assert.equal(code('##[error]'), '`\\u{23}#[error]`');
});

test('nothing in a text ends the code', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('`', 'a', '\\', '\n', ' ', '<', '@')), (characters) => {
      const span = code(characters.join(''));
      const [fence = ''] = /^`+/.exec(span) ?? [];
      assert.ok(span.endsWith(fence) && span.length > 2 * fence.length);
      const inside = span.slice(fence.length, -fence.length);
      assert.ok(!(inside.match(/`+/g) ?? []).some(({ length }) => length === fence.length));
      assert.ok(!inside.startsWith('`') && !inside.endsWith('`') && !inside.includes('\n'));
    }),
  );
});

test('a long text is cut', () => {
  assert.equal(code('x'.repeat(1000)).length, 302);
  assert.equal(code('x'.repeat(1000), 500).length, 502);
});

test('lines fit, and the last one says how many do not', () => {
  const lines = ['- the first line', '- the second line', '- the third line'];
  assert.deepEqual(fitLines(lines, 100), lines);
  assert.deepEqual(fitLines(lines, 40), ['- the first line', '- … and 2 more']);
  assert.deepEqual(fitLines(lines, 5), []);
  assert.deepEqual(foldAway('None', []), []);
});
