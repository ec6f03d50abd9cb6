// The fields of an atom that differ: facts once, sections of the text by heading.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pairFields, type SideWithText } from '../../src/diff/atom-fields.ts';

const side = (more: Partial<SideWithText> = {}): SideWithText => ({
  kind: 'rule',
  name: 'WarmThePot',
  label: 'Warm the pot',
  description: 'First of all.\n\nWith water.',
  domain: 'tea',
  tags: ['pot'],
  text: textOf('- It is warm', 'pot'),
  ...more,
});
const textOf = (checks: string, tags: string): string =>
  `# WarmThePot [rule]\n\nWarm the pot\n\nFirst of all.\n\nWith water.\n\ndomain: tea\ntags: ${tags}\n\n## Checks\n${checks}\n\n## Edges\n- requires: @a/b`;

test('a section and a fact that differ are two fields', () => {
  const after = side({ tags: ['pot', 'heat'], text: textOf('- It is hot', 'pot, heat') });
  assert.deepEqual(pairFields(side(), after, ['checks', 'tags']), [
    { name: 'checks', before: '- It is warm', after: '- It is hot' },
    { name: 'tags', before: 'pot', after: 'pot\nheat' },
  ]);
});

test('the description has the name that the author gave it', () => {
  const [field] = pairFields(side(), side({ description: 'x', text: '# A [rule]\n\nx' }), ['statement']);
  assert.deepEqual(field, { name: 'statement', before: 'First of all.\n\nWith water.', after: 'x' });
});

test('text before the first heading is a field, and a heading in code is none', () => {
  const before = side({ text: 'Compiled.\n\n```md\n## No heading\n```\n' });
  const after = side({ text: 'Compiled again.\n\n```md\n## No heading\n```\n' });
  assert.deepEqual(
    pairFields(before, after, []).map(({ name, after }) => [name, after]),
    [['text', 'Compiled again.\n\n```md\n## No heading\n```']],
  );
});

test('what compilers repeat is compared once, and prose without the fence around it', () => {
  const sections = (instead: string): string =>
    `## Label\nWarm the pot\n\n## Instead Do\n\`\`\`\n    ${instead}\n  \n\`\`\`\n\n## Why Bad\nIt is cold.\n\n`;
  const compiled = (instead: string): string =>
    `# WarmThePot [rule] v1.0.0\nFirst of all.\n\nWith water.\n\n${sections(instead)}${sections(instead)}`;
  const before = side({ text: compiled('Use hot water, and wait.') });
  assert.deepEqual(pairFields(before, side({ text: compiled('Use hot water, and do not wait.') }), []), [
    { name: 'instead do', before: 'Use hot water, and wait.', after: 'Use hot water, and do not wait.' },
  ]);
  const written =
    '# WarmThePot [rule]\n\n## Instead do\nUse hot water, and wait.\n\n## Why bad\nIt is cold.\n';
  assert.deepEqual(pairFields(before, side({ text: written }), []), [], 'nothing but the form differs');
});
