// An atom for a page: each field once, in words for people.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readAtom } from '../../src/reading/atom-reading.ts';
import { readText } from '../../src/reading/text-sections.ts';

const SOURCE = `/* From a book,
 * page 3
 * https://example.org/book */
// -----
pattern Ask {
  id: "@s/pattern-ask"
  label: "Ask first"
  description: "Ask before you fetch."
  tags: [http]
  confidence: strong
  notes: ["Late."]
  problem: "Ask before you fetch."
  solution: "Send the tag."
  cases: [{ good: "a(b);", bad: """
    x(1);
    y(2);
  """ }, "Otherwise not."]
  requires: [@s/b]
  uses: { first: @s/c, why: "It helps." }
}`;

test('an atom has its fields but not its head and edges, notes last, and the comment above it', () => {
  const atom = { description: 'Ask before you fetch.', label: 'Ask first', source: SOURCE, full: '' };
  assert.deepEqual(readAtom(atom), {
    sections: [
      { key: 'solution', title: 'Solution', markdown: 'Send the tag.' },
      {
        key: 'cases',
        title: 'Cases',
        markdown:
          '- - **Good:**\n\n    ```\n    a(b);\n    ```\n  - **Bad:**\n\n    ```\n    x(1);\n    y(2);\n    ```\n- Otherwise not.',
      },
      { key: 'uses', title: 'Uses', markdown: '- **Why:** It helps.' },
      { key: 'notes', title: 'Notes', markdown: '- Late.' },
    ],
    properties: [{ title: 'Confidence', text: 'strong' }],
    comment: ['From a book,', 'page 3', 'https://example.org/book'],
  });
});

const COMPILED = `# Ask [pattern] v1.0.0
Ask before you fetch.
domain: http

## Label
Ask first

## Why Bad
It is slow.

## Instead Do
\`\`\`
## not a heading
\`\`\`

## Why Bad
It is slow.

## Relations
- requires: @s/b`;

test('a compiled text is its sections, each once, without the head and what is shown elsewhere', () => {
  const description = 'Ask before you fetch.';
  const { sections } = readAtom({ description, label: undefined, source: undefined, full: COMPILED });
  assert.deepEqual(
    sections.map(({ key, markdown }) => [key, markdown]),
    [
      ['why-bad', 'It is slow.'],
      ['instead-do', '```\n## not a heading\n```'],
    ],
  );
  const text = readText('# Ask [pattern]\n\nAsk first\n\nAsk before you fetch.\n\n## Why\nSo.', {
    description,
    label: 'Ask first',
  });
  assert.equal(text, '## Why\n\nSo.');
});
