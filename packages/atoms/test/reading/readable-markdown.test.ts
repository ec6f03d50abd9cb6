// What authors indent, and what compilers put into fences.
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { fc } from '@prime-registry/testkit/properties';
import { makeReadable } from '../../src/reading/readable-markdown.ts';

const code = (...lines: string[]): string => ['```', ...lines, '```'].join('\n');

suite('makes readable', () => {
  const cases: readonly [what: string, text: string, expected: string, isExample?: boolean][] = [
    [
      'an exchange that is indented by two',
      'The client asks again.\n\n  GET /a HTTP/1.1\n  If-None-Match: "v1"\n\n  HTTP/1.1 304 Not Modified\n\nThat is all.',
      `The client asks again.\n\n${code('GET /a HTTP/1.1', 'If-None-Match: "v1"', '', 'HTTP/1.1 304 Not Modified')}\n\nThat is all.`,
    ],
    [
      'an answer in the words of its header fields',
      'So:\n\n  HTTP/1.1 503 Service Unavailable\n    Retry-After: 5\n  Cache-Control: no-store',
      `So:\n\n${code('HTTP/1.1 503 Service Unavailable', '  Retry-After: 5', 'Cache-Control: no-store')}`,
    ],
    ['code right below a colon', 'Write:\n  a = 1\n  b = 2', `Write:\n\n${code('a = 1', 'b = 2')}`],
    ['a sentence that hangs over', 'One sentence\n  goes on here.', 'One sentence\n  goes on here.'],
    [
      'an indented sentence',
      'It says:\n\n  Nobody reads this line as code.',
      'It says:\n\nNobody reads this line as code.',
    ],
    ['an indented list', 'Both:\n\n    - one\n    - two', 'Both:\n\n- one\n- two'],
    ['nested lists', '- one\n  - two\n  - three\n- four', '- one\n  - two\n  - three\n- four'],
    [
      'code in an item',
      '1. Install it:\n\n     npm ci\n\n2. Go.',
      `1. Install it:\n\n   ${code('npm ci').replaceAll('\n', '\n   ')}\n\n2. Go.`,
    ],
    [
      'prose that a compiler fenced',
      '```\n    Export an initialiser and call it:\n\n      start();\n\n    Now it is seen.\n  \n```',
      `Export an initialiser and call it:\n\n${code('start();')}\n\nNow it is seen.`,
    ],
    [
      'code that a compiler fenced',
      '```\n    const a = 1;\n    const b = 2;\n```',
      code('const a = 1;', 'const b = 2;'),
    ],
    ['a fence of an author', '```js\nif (a) {\n  b();\n}\n```', '```js\nif (a) {\n  b();\n}\n```'],
    ['a fence that is never closed', '```js\na', '```js\na\n```'],
    ['a table', '| a | b |\n|---|---|\n| 1 | 2 |', '| a | b |\n|---|---|\n| 1 | 2 |'],
    ['statements without indentation', 'const a = 1;\nreturn a;', code('const a = 1;', 'return a;')],
    ['fences in code', 'So:\n\n    ```\n    a;', 'So:\n\n````\n```\na;\n````'],
    [
      'an example',
      'HTTP/1.1 200 OK\nAge: 450\n\nIt is fresh for 150 s more, then validate.',
      `${code('HTTP/1.1 200 OK', 'Age: 450')}\n\nIt is fresh for 150 s more, then validate.`,
      true,
    ],
    ['a shell comment in an example', '# once\nnpm ci', code('# once', 'npm ci'), true],
    [
      'a sentence without spaces',
      '例：\n\n  これは普通の文章であってコードではない。',
      '例：\n\nこれは普通の文章であってコードではない。',
    ],
  ];
  for (const [what, text, expected, isExample = false] of cases)
    test(what, () => assert.equal(makeReadable(text, isExample), expected));
});

test('keeps every visible character of any text, in order', () => {
  const line = fc.stringMatching(/^ {0,6}(?:- |1\. |```|# |\| )?[a-z:.;{}]{0,6}$/);
  const visible = (text: string): string => text.replaceAll(/[\s`]/g, '');
  fc.assert(
    fc.property(fc.array(line, { maxLength: 12 }), fc.boolean(), (lines, isExample) => {
      const text = lines.join('\n');
      assert.equal(visible(makeReadable(text, isExample)), visible(text));
    }),
  );
});

test('takes time for the length of a text, however it is made', { timeout: 60_000 }, () => {
  const endings = ['', '`', '\n- a', 'a'];
  for (const unit of ['~', '~~~ ', '\u2028', '\r', '\u2028A', 'A-', '; ', '    a\n', '> ', '`', '` '])
    for (const ending of endings) {
      const text = `a:\n\n    a${unit.repeat(2 ** 18)}${ending}\n${unit.repeat(2 ** 18)}${ending}`;
      assert.notEqual(makeReadable(text), '', JSON.stringify(unit));
    }
});
