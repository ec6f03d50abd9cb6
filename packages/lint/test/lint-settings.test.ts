// The key `lint` of pack.yaml, and the places of findings.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Finding, locateEdge, readLintSettings } from '../src/index.ts';

function read(text: string) {
  const { off, problems, placeOf } = readLintSettings(new TextEncoder().encode(text));
  return { off: [...off], problems: problems.map(({ message, line }) => `${line} ${message}`), placeOf };
}

test('rules that are off', () => {
  const { off, problems, placeOf } = read(
    'name: x\nlicense: MIT\nlint:\n  off: [oversized-atom, self-edge]\n',
  );
  assert.deepEqual([off, problems], [['oversized-atom', 'self-edge'], []]);
  assert.deepEqual(placeOf('license'), { line: 2, column: 1 });
  assert.equal(placeOf('description'), undefined);
});

test('anything else has a place and turns nothing off', () => {
  assert.deepEqual([read('a: b\n').off, read('a: b\n').problems], [[], []]);
  const cases: readonly [string, string][] = [
    ['lint: yes\n', "1 the key 'lint' is not a mapping"],
    ['lint:\n', "1 the key 'lint' is not a mapping"],
    ['lint:\n  of: [x]\n', "2 the key 'lint' has no setting 'of'"],
    ['lint:\n  off: self-edge\n', "2 'off' is not a list of rules"],
    ['lint:\n  off:\n    - nonsense\n', "3 there is no rule 'nonsense'"],
    ['lint:\n  off: [__proto__]\n', "2 there is no rule '__proto__'"],
    ['lint:\n  off: [{ a: b }]\n', "2 there is no rule ''"],
  ];
  for (const [text, expected] of cases) {
    const { off, problems } = read(text);
    assert.deepEqual([off, problems.map((problem) => problem.replaceAll('"', "'"))], [[], [expected]], text);
  }
  assert.deepEqual(read('lint: [unclosed').problems, []);
});

test('a finding about an edge is placed at the target', () => {
  const text = 'rule A {\n  id: "@s/a"\n  // @s/abc\n  requires: [@s/abc-d, @s/abc,\n    @s/a]\n}\n';
  const place = (target: string, line = 1): string => {
    const finding = { rule: 'dangling-edge', line, column: 1, atom: '@s/a', target } as unknown as Finding;
    const placed = locateEdge(finding, text);
    return `${placed.line}:${placed.column}`;
  };
  assert.equal(place('@s/abc-d'), '4:14');
  assert.equal(place('@s/abc', 4), '4:24');
  assert.equal(place('@s/a'), '5:5', 'not the id of the atom');
  assert.equal(place('@s/nowhere'), '1:1');
});
