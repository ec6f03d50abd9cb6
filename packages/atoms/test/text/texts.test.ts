// The texts that are rendered from a source, and their token estimates.
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { estimateTokens } from '../../src/index.ts';
import { cutText } from '../../src/text/cut-text.ts';
import { readOne, source } from '../build-inventory.ts';

test('each text is the beginning of the next: head, content, illustrations and edges', async () => {
  const { texts, tokens } = await readOne(
    source(
      '@s/one',
      '  notes: ["Only in the full text."]',
      '  label: "One thing"',
      '  domain: style',
      '  tags: [a, b]',
      '  why-bad: """',
      '    First.',
      '      Second.',
      '  """',
      '  checks: ["Do this.", { of: x, also: [y] }]',
      '  requires: [@s/two]',
    ),
  );
  const summary = '# One [rule] v1.0.0\n\nOne thing\n\nIt says one thing.\n\ndomain: style\ntags: a, b';
  const core = `${summary}\n\n## Why bad\nFirst.\n  Second.\n\n## Checks\n- Do this.\n- \n  - of: x\n  - also: \n    - y`;
  assert.equal(texts.summary, summary);
  assert.equal(texts.core, core);
  assert.equal(texts.full, `${core}\n\n## Notes\n- Only in the full text.\n\n## Edges\n- requires: @s/two`);
  assert.equal(tokens.summary, Math.ceil(summary.length / 4));
});

test('a field that serves as the description or the label is not repeated', async () => {
  const lines = ['fact One {', '  id: "@s/one"', '  version: "1.0.0"'];
  const stated = await readOne([...lines, '  statement: "So it is."', '  name: "So"', '}\n'].join('\n'));
  assert.equal(stated.texts.core, '# One [fact] v1.0.0\n\nSo\n\nSo it is.');
  const labelled = await readOne([...lines, '  label: "So it is."', '}\n'].join('\n'));
  assert.equal(labelled.texts.core, '# One [fact] v1.0.0\n\nSo it is.');
});

test('a text has at most 65,536 characters', async () => {
  const { texts } = await readOne(source('@s/one', `  statement: "${'x'.repeat(100_000)}"`));
  assert.equal(texts.core.length, 65_536);
  assert.ok(texts.core.endsWith('x…'));
});

suite('tokens', () => {
  const cases: [text: string, tokens: number][] = [
    ['', 0],
    ['a', 1],
    ['four', 1],
    ['fives', 2],
    ['漢字', 2],
    ['漢字 and', 3],
    ['é'.repeat(8), 2],
  ];
  for (const [text, tokens] of cases) {
    test(`${JSON.stringify(text)} is ${tokens}`, () => assert.equal(estimateTokens(text), tokens));
  }
});

test('a cut never splits a character', () => {
  assert.equal(cutText('abc', 3), 'abc');
  assert.equal(cutText('abcd', 3), 'ab…');
  assert.equal(cutText('a😀bc', 3), 'a…');
});
