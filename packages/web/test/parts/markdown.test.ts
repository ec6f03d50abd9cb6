// Markdown of authors: what it renders to, what it must not do, and its limits.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { loadHighlight, MAX_MARKDOWN_LENGTH, renderMarkdown } from '../../src/parts/markdown.ts';

/** Without the links of headings to themselves. */
const render = (text: string): string =>
  renderMarkdown(text, { topLevel: 3, idPrefix: 'readme-' })
    .html.text.trim()
    .replaceAll(/<a class="anchor"[^>]*><\/a>/g, '');

describe('Markdown', () => {
  test('has headings below those of the page, each with a unique id', () => {
    assert.equal(render('# A b\n\n## A b'), '<h3 id="readme-a-b">A b</h3>\n<h4 id="readme-a-b-1">A b</h4>');
    assert.deepEqual(render('## a\n\n##### b\n\n##### c\n\n### d\n\n# e').match(/<h\d/g), [
      '<h3',
      '<h4',
      '<h4',
      '<h4',
      '<h3',
    ]);
    assert.match(render('# 1\n## 2\n### 3\n#### 4\n##### 5\n###### 6'), /<h6[^>]*>4<.*<h6[^>]*>6</s);
    const ids = [...render('# a\n\n# a\n\n# a-1\n\n# a').matchAll(/id="([^"]*)"/g)].map(([, id]) => id);
    assert.deepEqual(ids, ['readme-a', 'readme-a-1', 'readme-a-1-1', 'readme-a-2']);
  });

  test('links to other sites and its own headings, and to nothing else', () => {
    const rel = 'rel="nofollow noopener noreferrer"';
    assert.equal(
      render('[a](https://example.org/x?y&z)'),
      `<p><a href="https://example.org/x?y&#38;z" ${rel}>a</a></p>`,
    );
    assert.equal(render('[a](#A-b)'), `<p><a href="#readme-a-b" ${rel}>a</a></p>`);
    const [, id = ''] = /id="([^"]*)"/.exec(render('# Über Größen')) ?? [];
    assert.equal(render('[a](#über-größen)'), `<p><a href="#${id}" ${rel}>a</a></p>`);
    for (const target of [
      'x.md',
      '/-/api',
      '//example.org',
      'javascript:alert(1)',
      'JaVaScRiPt:x',
      'ftp://a/',
      'data:text/html,x',
    ])
      assert.doesNotMatch(render(`[a](${target})`), /href/, target);
  });

  test('links addresses that name their scheme, and colours code of languages that it knows', async () => {
    assert.match(
      render('See https://example.org/a.'),
      /See <a href="https:\/\/example\.org\/a" rel="[^"]*">[^<]*<\/a>\./,
    );
    for (const text of ['example.org', 'README.md', 'ftp://a/', '//example.org', 'a@example.org'])
      assert.doesNotMatch(render(text), /href/, text);
    const colour = async (text: string): Promise<string> =>
      renderMarkdown(text, { topLevel: 3, idPrefix: '' }, await loadHighlight(text)).html.text;
    assert.match(
      await colour('```TS\nconst a = "<b>";\n```'),
      /<span class="c-keyword">const<\/span> a = <span class="c-string">&quot;&lt;b&gt;/,
    );
    assert.doesNotMatch(await colour('```prime\nrule A {}\n```'), /span/);
    // Words of some languages take time that grows with the square of their length.
    assert.doesNotMatch(await colour(`\`\`\`java\n${'$'.repeat(10_000)}\n"a"\n\`\`\``), /span/);
  });

  test('gives each block a direction where letters run from right to left, and only there', () => {
    assert.equal(render('plain'), '<p>plain</p>');
    const mixed = render('# \u05d0\n\n- 1. \u05d0\n- b\n\n> c\n\n| \u05d0 |\n|--:|\n| d |');
    assert.match(mixed, /^<h3 dir="auto" lang="he" id=/);
    assert.equal(mixed.match(/<(?:li|p) dir="auto"/g)?.length, 4);
    // What is around blocks: bullets and borders are on the side where the text begins.
    assert.match(render('- [x] \u05d0'), /<ul dir="rtl">/);
    assert.deepEqual(mixed.match(/<\w+ dir="rtl"/g), ['<ul dir="rtl"', '<ol dir="rtl"', '<table dir="rtl"']);
    assert.match(mixed, /<th dir="auto" lang="he" class="right">.*<td dir="auto" class="right">/s);
  });

  test('loads no picture, and shows its address', () => {
    assert.match(
      render('![a <x>](https://example.org/a.png)'),
      /^<p><a class="image" href="https:\/\/example\.org\/a\.png" [^>]*>a &#60;x&#62;<\/a><\/p>$/,
    );
    assert.equal(render('![](a.png)'), '<p><span class="image">picture</span></p>');
    assert.equal(
      render('[![a](https://b/c.svg)](https://d/)').match(/<a /g)?.length,
      1,
      'no link within a link',
    );
  });

  test('shows HTML as text if it may be read by agents, and has no inline style in a table', () => {
    assert.equal(render('<b>x</b> <!-- y -->'), '<p>&#60;b&#62;x&#60;/b&#62; &#60;!-- y --&#62;</p>');
    assert.equal(render('<details>\n*x*'), '<p>&#60;details&#62;\n<em>x</em></p>');
    const table = render('| a | b |\n|:-:|--:|\n| 1 | 2 |');
    assert.match(table, /<th class="center">a<\/th>\n<th class="right">b<\/th>/);
  });
});

describe('long Markdown', () => {
  test('is cut at the end of a line, and says so', () => {
    const { html, isCut } = renderMarkdown('word word\n\n'.repeat(10_000), { topLevel: 3, idPrefix: '' });
    assert.equal(isCut, true);
    assert.ok(html.text.endsWith('<p>word word</p>\n'));
    assert.ok(html.text.length < 2 * MAX_MARKDOWN_LENGTH);
    assert.equal(renderMarkdown('a', { topLevel: 3, idPrefix: '' }).isCut, false);
  });

  test('that is hostile renders to a page of bounded size', () => {
    const wide = `|${'a|'.repeat(500)}\n|${'-|'.repeat(500)}\n${'|\n'.repeat(8000)}`;
    const hostile = [
      wide,
      '['.repeat(1e6),
      '*a_'.repeat(1e5),
      '> '.repeat(1e5),
      '- a\n '.repeat(1e5),
      '![a]('.repeat(1e5),
      'a|b\n-|-\n'.repeat(1e5),
      '`a``'.repeat(1e5),
      '<'.repeat(1e6),
    ];
    for (const text of hostile) {
      const { html } = renderMarkdown(text, { topLevel: 3, idPrefix: '' });
      assert.ok(html.text.length < 200_000, text.slice(0, 10));
    }
  });
});

test('hidden characters are shown, also those written as entities', () => {
  const render = (text: string) => renderMarkdown(text, { topLevel: 2, idPrefix: '' }).html.text;
  const tags = 'run'.replaceAll(/./g, (letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0)));
  assert.equal(render(`one${tags}`), '<p>one\\u{e0072}\\u{e0075}\\u{e006e}</p>\n');
  assert.equal(render('a&#x200b;b &#xE0041; &shy;'), '<p>a\\u{200b}b \\u{e0041} \\u{ad}</p>\n');
  assert.match(render('[a](https://x.example/ "t\u202e") `c\u001b`'), /c\\u\{1b\}/);
  assert.match(render('```\nx\u2066y\n```'), /x\\u\{2066\}y/);
  for (const text of ['\u{1f468}\u200d\u{1f469}\u200d\u{1f467}', 'می\u200cخواهم', 'שלום\u200f!']) {
    assert.equal(render(text).replace(/ dir="auto"(?: lang="\w+")?/, ''), `<p>${text}</p>\n`);
  }
});
