// HTML of authors: what stays, what becomes text, and that nothing else comes out of any input.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { CODE_POINT, fc } from '@prime-registry/testkit/properties';
import { loadHighlight, renderMarkdown } from '../../../src/parts/markdown.ts';
import { assertHarmless } from './assert-harmless.ts';

const files = {
  folder: '',
  pictures: '/-/prime/@acme/tea/1.0.0/file',
  pages: '/-/prime/@acme/tea/1.0.0/files',
  known: new Map([
    ['a.png', { width: 40, height: 30 }],
    ['docs/b c.svg', { width: 100, height: 50 }],
    ['docs/guide.md', undefined],
  ]),
};
const highlight = await loadHighlight('```js\n```\n```html\n```\n```md\n```');
const render = (text: string, more: object = {}): string => {
  const { html } = renderMarkdown(
    text,
    { topLevel: 3, idPrefix: 'readme-', allowsHtml: true, files, ...more },
    highlight,
  );
  assertHarmless(html.text);
  return html.text.trim().replaceAll(/<a class="anchor"[^>]*><\/a>/g, '');
};

describe('HTML that authors use', () => {
  test('within a line', () => {
    assert.equal(
      render('Press <kbd>Ctrl</kbd><br>H<sub>2</sub>O <B>x</b> <span style="x">y</span>'),
      '<p>Press <kbd>Ctrl</kbd><br>H<sub>2</sub>O <b>x</b> y</p>',
    );
    assert.equal(render('a <!-- b --> c'), '<p>a  c</p>');
    assert.equal(
      render('**a <i>b** c</i>'),
      '<p><strong>a <i>b</i></strong> c</p>',
      'ends with what it is in',
    );
  });

  test('around blocks, which may be Markdown', () => {
    assert.equal(
      render(
        '<details open>\n<summary>More &amp; <b>more</b></summary>\n\n- *a*\n\n</details>\n\nb',
      ).replaceAll('\n', ''),
      '<details open><summary>More &#38; <b>more</b></summary><ul><li><em>a</em></li></ul></details><p>b</p>',
    );
    assert.equal(
      render('<p align="center">\n  <img src="a.png" width="20">\n</p>').replaceAll(/\s+</g, '<'),
      '<div class="center"><img src="/-/prime/@acme/tea/1.0.0/file/a.png" alt="" width="20" height="15" loading="lazy" decoding="async"></div>',
    );
    assert.equal(render('<!-- a\n\n# b -->\n\nc'), '<p>c</p>');
    assert.equal(
      render('- <details>\n- b').replaceAll('\n', ''),
      '<ul><li><details></details></li><li>b</li></ul>',
    );
    assert.equal(render('</div>\n\na</b>'), '<p>a</p>');
  });

  test('in tables, whose parts stay where browsers expect them', () => {
    const compact = (text: string): string => render(text).replaceAll('\n', '');
    assert.equal(
      compact(
        '<table>\n<tr><th colspan="2" align="right" onclick="x">a</th></tr>\n<tr>\n<td>\n\n**b**\n\n</td>\n<td rowspan="999">c</td></tr>\n</table>\n\nd',
      ),
      '<table tabindex="0"><tr><th class="right" colspan="2">a</th></tr><tr><td><p><strong>b</strong></p></td><td>c</td></tr></table><p>d</p>',
    );
    assert.equal(
      compact('<table><thead><tr><th>a<tbody><tr><td>b<td>c<tr><td>d</table>'),
      '<table tabindex="0"><thead><tr><th>a</th></tr></thead><tbody><tr><td>b</td><td>c</td></tr><tr><td>d</td></tr></tbody></table>',
    );
    assert.equal(compact('<td>a</td>\n\n<table><td>b</table>'), 'a<table tabindex="0">b</table>');
  });

  test('quotes that forges show as notes are notes, those of agents are not', () => {
    const note = '> [!WARNING]\n> Hot *water*.\n>\n> Really.\n\n> [!tip]\n\n> [!NOTE] a\n\n> [!OTHER]\n> b';
    assert.equal(
      render(note).replaceAll('\n', ''),
      '<blockquote class="alert warning"><p class="alert-title">Warning</p><p>Hot <em>water</em>.</p><p>Really.</p></blockquote>' +
        '<blockquote class="alert tip"><p class="alert-title">Tip</p></blockquote>' +
        '<blockquote><p>[!NOTE] a</p></blockquote><blockquote><p>[!OTHER]b</p></blockquote>',
    );
    assert.match(render(note, { allowsHtml: false }), /\[!WARNING\]/);
  });

  test('has headings in the contents, and targets of links', () => {
    const text =
      '<h1 align="center">A &lt;b&gt;</h1>\n\n<a name="Here"></a>\n\n[b](#here)\n\n<a href="#a-b">c</a>';
    const { headings } = renderMarkdown(text, { topLevel: 3, idPrefix: 'readme-', allowsHtml: true });
    assert.deepEqual(headings, [{ level: 3, id: 'readme-a-b', text: 'A <b>' }]);
    assert.match(render(text), /<h3 class="center" id="readme-a-b">A &#60;b&#62;<\/h3>/);
    assert.match(render(text), /<span id="readme-here"><\/span>.*href="#readme-here".*href="#readme-a-b"/s);
  });

  test('is text if it could do harm, or is no HTML', () => {
    for (const text of [
      '<script>alert(1)</script>',
      '<style>*{}</style>',
      '<iframe src="https://example.org/"></iframe>',
      '<form action="/publish"><input name="a"><button>b</button></form>',
      '<svg><a xlink:href="javascript:x">y</a></svg>',
      '<math><mtext></mtext></math>',
      '<video src="a.png"></video>',
      '<base href="https://example.org/">',
      '<meta http-equiv="refresh" content="0">',
      '<object data="a.png"></object>',
      '<template><b>x</b></template>',
      '<scope>',
    ]) {
      assert.match(render(text), /^<p>&#60;/, text);
      assert.match(render(`<div>${text}</div>`), /&#60;/, text);
    }
    assert.equal(render('prime install <name>'), '<p>prime install &#60;name&#62;</p>');
    assert.match(render('<scope>\n*a*'), /<em>a<\/em>/, 'Markdown after it');
  });

  test('loses what could do harm', () => {
    for (const tag of [
      '<b onclick="alert(1)" style="position:fixed" class="note" id="content">x</b>',
      '<a href="javascript:alert(1)">x</a>',
      '<a href="&#106;avascript:alert(1)">x</a>',
      '<a href="java&Tab;script:alert(1)">x</a>',
      '<a href=" https://example.org/">x</a>',
      '<a href="//example.org/">x</a>',
      '<a href="data:text/html,x">x</a>',
      '<a href="/-/api">x</a>',
      '<a href="../../x">x</a>',
      '<a href="%2e%2e/%2e%2e/x">x</a>',
      '<img src=x onerror=alert(1)>',
      '<img src="a.png" onload="alert(1)" srcset="https://example.org/x 2x" usemap="#a" style="width:100vw">',
      '<img src="https://example.org/pixel.gif" width="1" height="1">',
      '<img src="a.png/../../../../-/api">',
      '<img alt="\'&quot;><script>" src="a.png">',
      '<details ontoggle="alert(1)" name="a"><summary tabindex="9">b</summary></details>',
      '<div id="search" class="top" dir="rtl;x" align="justify">x</div>',
    ]) {
      const html = render(tag);
      assert.doesNotMatch(
        html,
        /<[^>]*(?:javascript|alert|example\.org\/x|style|class="(?:note|top)"|search)/i,
        tag,
      );
    }
    assert.match(render('<img src="https://example.org/pixel.gif">'), /<a class="image" href="https:/);
  });

  test('nests no deeper than a page needs', () => {
    const html = render('<div>\n\n'.repeat(200));
    assert.ok((html.match(/<div>/g) ?? []).length < 20);
    assert.match(html, /&#60;div&#62;/);
  });

  test('cannot become anything else, for any input', () => {
    const piece = fc.oneof(
      fc.constantFrom(...'[ ] ( ) ![ < > ` ``` * _ # | --- " \' & \\ = / : . ! ^ ~~'.split(' ')),
      fc.constantFrom(
        '\n',
        '\n\n',
        '> ',
        '- ',
        '1. ',
        '    ',
        ' ',
        '\t',
        '|-|-|\n',
        '[a]: ',
        '[^a]: ',
        '[^a]',
        '- [x] ',
        '```js\n',
        '```html\n',
      ),
      fc.constantFrom(
        '<a href=',
        '<a href="a.png">',
        '</a>',
        '<img src=',
        '<img src="docs/b c.svg"',
        '<img src=a.png>',
        '![a](a.png)',
        '[a](docs/guide.md)',
        'javascript:',
        'https://a/',
        'alt="',
        "align='center'",
      ),
      fc.constantFrom(
        '<script>',
        '</script>',
        '<!--',
        '-->',
        '<![CDATA[',
        ']]>',
        '<?',
        '<details>',
        '</details>',
        '<summary>',
        '</summary>',
        '<div>',
        '</div>',
        '<table>',
        '<tbody>',
        '<tr>',
        '<td>',
        '<th colspan=2>',
        '<caption>',
        '</td>',
        '</tr>',
        '</table>',
        '> [!NOTE]\n',
        '<p>',
        '</p>',
        '<h2>',
        '</h2>',
        '<center>',
        '<b>',
        '</b>',
        '<sub>',
        '</sub>',
        '<br>',
        '<hr/>',
        '<svg/onload=',
        '<style>',
        '<x-y z="',
      ),
      fc.constantFrom('&lt;', '&#60;', '&quot;', '&#x3c;', '&#0;', '\u0000', '\u05d0', '\u3042'),
      fc.string({ unit: CODE_POINT, maxLength: 4 }),
    );
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 40 }),
        fc.boolean(),
        (pieces, allowsHtml) => void render(pieces.join(''), { allowsHtml }),
      ),
    );
  });
});

describe('files next to the text', () => {
  test('are shown or linked if there are such files', () => {
    assert.match(
      render('![B](docs/b%20c.svg?raw=true)'),
      /<img src="[^"]*\/file\/docs\/b%20c\.svg" alt="B" width="100" height="50"/,
    );
    assert.match(
      render('[g](./docs/guide.md#part)'),
      /href="\/-\/prime\/@acme\/tea\/1\.0\.0\/files\/docs\/guide\.md"/,
    );
    assert.match(render('[p](/a.png)'), /href="[^"]*\/file\/a\.png"/);
    assert.equal(render('![x](absent.png)'), '<p><span class="image">x</span></p>');
    assert.equal(render('[x](absent.md)'), '<p><span>x</span></p>');
  });

  test('are found from the folder of the text, and not outside of the tarball', () => {
    const inDocs = { files: { ...files, folder: 'docs' } };
    assert.match(render('![a](../a.png) [g](guide.md)', inDocs), /file\/a\.png.*files\/docs\/guide\.md/);
    for (const path of ['../../a.png', '%2e%2e/%2e%2e/a.png', '..\\a.png', '%', 'a.png%00', '__proto__'])
      assert.doesNotMatch(render(`![a](<${path}>) [b](<${path}>)`, inDocs), /<img|href/, path);
  });
});
