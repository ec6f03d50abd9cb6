// Markdown of authors inside of a document of ours: whatever it is, the document keeps its structure.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { CODE_POINT, fc } from '@prime-registry/testkit/properties';
import MarkdownIt from 'markdown-it';
import { embedMarkdown } from '../../src/document/markdown/embed-markdown.ts';

/** Another program's reading of the document; it lets HTML through, as many do. */
const reader = new MarkdownIt({ html: true });

const OURS = ['# Prime', '## @acme/rule-a', '## @acme/rule-b'];

/** What is wrong with the structure of a document with the text in it; undefined if nothing is. */
function findDamage(text: string): string | undefined {
  const document = `# Prime\n\n## @acme/rule-a\n\n${embedMarkdown(text, 3)}\n\n## @acme/rule-b\n\nlast words\n`;
  const tokens = reader.parse(document, {});
  const headings = tokens.flatMap(({ type, tag, level, markup }, index) =>
    type === 'heading_open'
      ? [{ level, depth: Number(tag.slice(1)), shown: `${markup} ${tokens[index + 1]?.content}` }]
      : [],
  );
  const high = headings.filter(({ depth }) => depth < 3);
  if (high.some(({ level }) => level > 0)) return 'a heading of ours is inside of a block';
  if (high.map(({ shown }) => shown).join() !== OURS.join())
    return `these headings are as high as ours: ${high.map(({ shown }) => shown)}`;
  const last = tokens.at(-2);
  if (last?.content !== 'last words' || last.level !== 1) return `the document ends with ${last?.content}`;
  // Inside of a block, HTML ends with it.
  const blocks = tokens.filter(({ type, level }) => type === 'html_block' && level === 0);
  const inline = tokens
    .flatMap(({ children }) => children ?? [])
    .filter(({ type }) => type === 'html_inline');
  const made = [...blocks, ...inline][0];
  return made && `there is HTML: ${made.content}`;
}

const PIECES = [
  ...['a', 'b c', '# h', '## h ##', '###### h', '#', '===', '---', '-', '--', '=', '***', '* * *', '- - -'],
  ...['```', '````', '~~~', '``` js', '```` x', '> ', '>', '- ', '-', '+ ', '* ', '1. ', '1)', '2. ', '12) '],
  ...[
    ' ',
    '  ',
    '   ',
    '    ',
    '     ',
    '\t',
    ' \t',
    '\n',
    '\n',
    '\n',
    '\n\n',
    '`',
    '``',
    '\\',
    '\\`',
    '|',
    '|-|-|',
  ],
  ...[
    '<!--',
    '-->',
    '<script>',
    '<div>',
    '</div>',
    '<?',
    '<![CDATA[',
    '<!X',
    '<pre>',
    '<https://x.y>',
    '<a@b.c>',
  ],
  ...['[a]: b', '[a]: <b> "c', '![a](b)', '[a](<b>)', '&lt;', '|a|b|\n|-|-|', ':-', '\r\n', '\r', '…'],
];

describe('Markdown of authors', () => {
  test('begins its headings below that of the atom', () => {
    assert.equal(embedMarkdown('# One\n\ntext\n\n## Two ##', 3), '### One\n\ntext\n\n#### Two ##');
    assert.equal(embedMarkdown('##### Five', 3), '###### Five');
    assert.equal(embedMarkdown('Two\nlines\n===\n\nUnder\n---', 3), '### Two lines\n\n#### Under');
    assert.equal(embedMarkdown('C #\n==', 3), '### C # ###');
    assert.equal(embedMarkdown('> # Quoted\n\n- # Listed', 3), '> ### Quoted\n\n- ### Listed');
  });

  test('keeps code as it is, and what only looks like a heading', () => {
    for (const text of [
      '```sh\n# install\n<b>\n```\n\n    # indented <b>\n\ntext',
      '- item\n\n  ```\n  # in a list\n  ```\n',
      '> ~~~\n> # quoted\n> ~~~',
      '#tag and `a <b> c` and <https://example.org/> \\<i>',
      'a\n    # lazy',
    ])
      assert.equal(embedMarkdown(text, 3), text.trimEnd());
  });

  test('closes its code, and shows its HTML', () => {
    assert.equal(embedMarkdown('~~~~ js\ncode', 3), '~~~~ js\ncode\n~~~~');
    assert.equal(embedMarkdown('<!-- hidden\n\n# h -->', 3), '\\<!-- hidden\n\n### h -->');
    assert.equal(embedMarkdown('a `x\n<div>` b', 3), 'a `x\n\\<div>` b');
    assert.equal(embedMarkdown('`a | <b>` |\n--|--', 3), '`a | \\<b>` |\n--|--');
  });

  test('leaves the structure of a document intact, whatever it is made of', () => {
    const text = fc.array(fc.constantFrom(...PIECES), { maxLength: 24 }).map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(text, (each) => assert.equal(findDamage(each), undefined)),
      { numRuns: 1000 },
    );
    const anything = fc.string({ unit: CODE_POINT, maxLength: 200 });
    fc.assert(fc.property(anything, (each) => assert.equal(findDamage(each), undefined)));
  });
});
