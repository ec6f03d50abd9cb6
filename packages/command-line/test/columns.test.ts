// Tables and wrapped text.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '@prime-registry/testkit/properties';
import { formatColumns, wrapText } from '../src/index.ts';

test('cells are aligned, and no line ends with spaces', () => {
  const rows = [
    ['a', 'bb', 'last'],
    ['aaa', 'b', 'x'],
    ['a', 'b', ''],
  ];
  assert.equal(formatColumns(rows), '  a    bb  last\n  aaa  b   x\n  a    b');
  assert.equal(formatColumns(rows, ''), 'a    bb  last\naaa  b   x\na    b');
});

test('colours have no width, and wide characters take two cells', () => {
  const rows = [
    ['\u001b[31mab\u001b[39m', 'x'],
    ['日本', 'y'],
    ['abcd', 'z'],
  ];
  assert.equal(formatColumns(rows, ''), '\u001b[31mab\u001b[39m    x\n日本  y\nabcd  z');
});

test('rows may have different numbers of cells', () => {
  assert.equal(formatColumns([['a', 'b'], ['long'], []], ''), 'a     b\nlong\n');
});

test('further lines of the last cell stay in its column', () => {
  const rows = [
    ['--port', 'Port\ndefault 4000'],
    ['--a', 'b'],
  ];
  assert.equal(formatColumns(rows), '  --port  Port\n          default 4000\n  --a     b');
});

test('text is broken at spaces, and indentation stays', () => {
  assert.equal(wrapText('one two three', 7), 'one two\nthree');
  assert.equal(wrapText('first\n  one two three', 9), 'first\n  one two\nthree');
  assert.equal(wrapText('extraordinary word', 5), 'extraordinary\nword');
});

test('wrapped text has the same words, on lines within the width', () => {
  const words = fc.array(fc.stringMatching(/^[a-z]{1,10}$/), { minLength: 1 });
  fc.assert(
    fc.property(words, fc.integer({ min: 10, max: 40 }), (given, width) => {
      const lines = wrapText(given.join(' '), width).split('\n');
      assert.deepEqual(
        lines.flatMap((line) => line.split(' ')),
        given,
      );
      for (const line of lines) assert.ok(line.length <= width, line);
    }),
  );
});
