// Judges rendered Markdown without the code that makes it: elements, attributes and their values that may be there, and
// that every element is closed where it should be.
import assert from 'node:assert/strict';

const VOID = new Set(['br', 'wbr', 'hr', 'img']);
const ELEMENTS = new Set([
  ...VOID,
  ...['p', 'div', 'blockquote', 'pre', 'ul', 'ol', 'li', 'details', 'summary', 'h3', 'h4', 'h5', 'h6'],
  ...['table', 'caption', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td'],
  ...[
    'a',
    'b',
    'strong',
    'i',
    'em',
    'u',
    's',
    'del',
    'ins',
    'kbd',
    'sub',
    'sup',
    'code',
    'samp',
    'var',
    'span',
  ],
  ...['small', 'mark', 'q', 'abbr', 'cite', 'dfn'],
]);
const ATTRIBUTES: Readonly<Record<string, RegExp>> = {
  id: /^readme-/,
  href: /^(?:https?:\/\/|mailto:|#readme-|\/-\/prime\/@acme\/tea\/1\.0\.0\/files?\/(?!.*\.\.)[^?#]+$)/i,
  src: /^\/-\/prime\/@acme\/tea\/1\.0\.0\/file\/(?!.*\.\.)[\w%./-]+$/,
  alt: /^/,
  width: /^[1-9]\d{0,5}$/,
  height: /^[1-9]\d{0,5}$/,
  loading: /^lazy$/,
  decoding: /^async$/,
  rel: /^nofollow noopener noreferrer$/,
  colspan: /^\d\d?$/,
  rowspan: /^\d\d?$/,
  class:
    /^(?:alert (?:note|tip|important|warning|caution)|alert-title|image|raw|right|center|anchor|task|check|check done|ref|notes|c-[a-z-]+)$/,
  dir: /^(?:auto|ltr|rtl)$/,
  lang: /^(?:ja|ko|zh|ar|he)$/,
  start: /^\d+$/,
  tabindex: /^0$/,
  role: /^img$/,
  open: /^$/,
  'aria-label': /^(?:Link to this heading|Done|To do|Footnote \d+|Back to reference \d+)$/,
};

/** Elements of tables must be where browsers expect them. */
const PARENTS: Readonly<Record<string, RegExp>> = {
  td: /^tr$/,
  th: /^tr$/,
  tr: /^(?:table|thead|tbody|tfoot)$/,
  ...{ thead: /^table$/, tbody: /^table$/, tfoot: /^table$/, caption: /^table$/ },
};

/** @throws AssertionError */
export function assertHarmless(html: string): void {
  const open: string[] = [];
  // Between tags there is neither a < nor a > that is not escaped, or a part of a tag was overlooked.
  for (const [part] of html.matchAll(/<[^>]*>|[^<]+|</g)) {
    if (!part.startsWith('<')) {
      assert.doesNotMatch(part, />/);
      continue;
    }
    const [, slash, name = '', attributes = ''] =
      /^<(\/?)([a-z][a-z0-9]*)((?: [a-z-]+(?:="[^"<>]*")?)*)>$/.exec(part) ?? [];
    assert.ok(ELEMENTS.has(name), part);
    if (slash === '/') assert.equal(open.pop(), name, html);
    else assert.match(open.at(-1) ?? '', PARENTS[name] ?? /^/, html);
    if (slash === '/') continue;
    if (!VOID.has(name)) open.push(name);
    for (const [, attribute = '', value = ''] of attributes.matchAll(/ ([a-z-]+)(?:="([^"]*)")?/g)) {
      assert.match(value, ATTRIBUTES[attribute] ?? /never^/, part);
    }
    if (name === 'a') assert.ok(!open.slice(0, -1).includes('a') || slash === '/', 'a link within a link');
  }
  assert.deepEqual(open, [], html);
}
