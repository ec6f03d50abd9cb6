// HTML from template strings: every value is escaped unless it is HTML.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { escapeHidden } from '@prime-registry/protocol';
import { CODE_POINT, fc } from '@prime-registry/testkit/properties';
import { renderApiReference } from '../../src/pages/api-reference.ts';
import { html } from '../../src/parts/html.ts';
import { layout } from '../../src/parts/layout.ts';

const HOSTILE = `<script>alert("1" + '2')</script> & <img src=x onerror=alert(1)>`;
const ESCAPED =
  '&#60;script&#62;alert(&#34;1&#34; + &#39;2&#39;)&#60;/script&#62; &#38; &#60;img src=x onerror=alert(1)&#62;';

describe('a value in a template', () => {
  test('is escaped, in text and in attributes', () => {
    assert.equal(html`<p title="${HOSTILE}">${HOSTILE}</p>`.text, `<p title="${ESCAPED}">${ESCAPED}</p>`);
  });

  test('is inserted as it is if it is HTML, or a list of HTML', () => {
    const items = ['a', '<'].map((item) => html`<li>${item}</li>`);
    assert.equal(
      html`<ul>${items}${html`<li>b</li>`}</ul>`.text,
      '<ul><li>a</li><li>&#60;</li><li>b</li></ul>',
    );
  });

  test('is left out if it is undefined or false', () => {
    assert.equal(html`[${undefined}${false}${[]}${0}${''}]`.text, '[0]');
  });

  test('never breaks out of its place', () => {
    fc.assert(
      fc.property(fc.string({ unit: CODE_POINT }), (text) => {
        const [, attribute, content] =
          /^<p title="([^"]*)">([^<]*)<\/p>$/.exec(html`<p title="${text}">${text}</p>`.text) ?? [];
        const unescaped = content?.replaceAll(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)));
        assert.equal(unescaped, escapeHidden(text));
        assert.equal(attribute, content);
      }),
    );
  });
});

test('a page escapes its title and its description, and cuts both', () => {
  const page = layout({ title: '<b>"a"', description: HOSTILE, content: html`` });
  assert.ok(page.includes('<title>&#60;b&#62;&#34;a&#34; · '));
  assert.ok(page.includes('<meta property="og:title" content="&#60;b&#62;&#34;a&#34;">'));
  assert.ok(page.includes(`<meta name="description" content="${ESCAPED}">`));
  const long = layout({ title: 'word '.repeat(20), description: 'x'.repeat(900), content: html`` });
  assert.match(long, /<title>(?:word ){8}word… · </);
  assert.match(long, /<meta name="description" content="x{199}…">/);
});

test('the API reference escapes everything from its document', () => {
  const page = renderApiReference({
    info: { title: HOSTILE, version: HOSTILE, description: HOSTILE },
    paths: {
      [HOSTILE]: {
        [HOSTILE]: {
          summary: HOSTILE,
          description: HOSTILE,
          tags: [HOSTILE],
          parameters: [{ name: HOSTILE, in: HOSTILE, description: HOSTILE }],
          responses: { [HOSTILE]: { description: HOSTILE } },
        },
      },
    },
    components: {
      schemas: {
        [HOSTILE]: {
          description: HOSTILE,
          properties: { [HOSTILE]: { type: HOSTILE, description: HOSTILE } },
        },
      },
    },
  });
  assert.doesNotMatch(page, /<script(?! type="module" src="\/-\/assets\/)|<img/i);
  assert.equal(page.split(ESCAPED).length - 1, 20);
});
