// Pages show any text of a Prime as text.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startRegistry } from '@prime-registry/testkit';
import { html, renderAtomPage, renderChanges } from '@prime-registry/web';
import { change } from '../lifecycle/changing.ts';

const registry = await startRegistry();
after(() => registry.stop());

const MARKUP = `</title><script>alert(1)</script><img src=x onerror="alert(2)">"'`;
/** A name of a file that every system can have. */
const MARKUP_FILE = "x' onmouseover=alert(4) &quot;.md";
const README = `${MARKUP}

[link](javascript:alert(1)) [data](data:text/html,<script>alert(1)</script>) [vb](vbscript:x)
[relative](/-/api "t") <https://example.org/?a=<b>&c="d"> <javascript:alert(1)>

![remote](https://example.org/pixel.gif) ![data](data:image/png;base64,AAAA) [![badge](https://example.org/b.svg)](https://example.org)

# ${MARKUP}

\`\`\`"><script>alert(3)</script>
${MARKUP}
\`\`\`

<style>*{display:none}</style><base href="https://example.org">

[ref]: javascript:alert(1)
[ref] and | a |
`;
const ATOM = `rule Hostile {
  id: "@acme/rule-hostile"
  label: ${JSON.stringify(MARKUP)}
  description: ${JSON.stringify(MARKUP)}
  tags: [${JSON.stringify(MARKUP)}]
  notes: ${JSON.stringify(README)}
  "<b>verb": [@acme/rule-other]
}
rule Other {
  id: "@acme/rule-other"
}
`;

test('as many verbs as edges still make a page of bounded size', () => {
  const version = { name: '@acme/x', version: '1.0.0', latest: undefined };
  const verbs = Array.from({ length: 20_000 }, (_, index) => `verb-${index}`);
  const facts = {
    id: '@acme/a',
    kind: 'rule',
    name: 'A',
    version: undefined,
    label: undefined,
    description: '',
    domain: undefined,
    tags: [],
    tokens: { summary: 1, core: 1, full: 1 },
    hash: '',
    path: 'a.prime',
    line: 1,
    origin: 'source',
    fields: [],
    edges: [],
  } as const;
  const ledFrom = verbs.map((verb) => ({
    verb,
    id: '@acme/b',
    atom: undefined,
    holder: undefined,
    isKnown: true,
  }));
  const atom = renderAtomPage({
    ...version,
    facts,
    hasSource: false,
    raw: undefined,
    body: { html: html`x`, isCut: false, reading: { properties: [], comment: [] }, markdown: undefined },
    place: undefined,
    history: { states: [], isCut: false },
    leadsTo: [],
    ledFrom,
    edgesIn: { edges: [], next: undefined },
    homes: [],
  });
  const edges = verbs.map((verb) => ({ verb, from: '@acme/a', target: '@acme/b' }));
  const side = { kind: 'rule', name: 'A', description: '', tags: [] };
  const outline = (id: string) => ({
    ...{ name: '@acme/x', before: '1.0.0', after: '1.1.0', renamed: [], removed: [], lost: [] },
    rule: { required: 'minor', respected: true, message: 'x' } as const,
    counts: { added: 1, removed: 0, changed: 1, edges_gained: 20_000, edges_lost: 0, removed_verbs: 20_000 },
    added: [{ id: '@acme/a', kind: 'rule', title: 'A', about: '' }],
    changed: [
      {
        atom: { id, kind: 'rule', title: 'A' },
        fields: verbs,
        sides: [side, { ...side, description: 'x' }] as const,
      },
    ],
    gained: edges,
    removedVerbs: verbs,
  });
  const texts = {
    before: new Map(),
    after: new Map(),
    readmes: ['', ''] as const,
    manifests: ['', ''] as const,
  };
  const changes = renderChanges(outline('@acme/c'), texts).text;
  const field = renderChanges(outline('@acme/a'), texts).text;
  assert.match(field, /and 19,960 more fields/);
  assert.ok(field.length < 50_000, `${field.length}`);
  for (const page of [atom, changes]) {
    assert.ok(page.length < 50_000, `${page.length}`);
    assert.match(page, /19,960 more verbs/);
  }
});

test('no text of an author becomes an element, a script or a request', async () => {
  const description = `x ${MARKUP}`;
  const extra = [
    `tags: [${JSON.stringify(MARKUP)}]`,
    'homepage: javascript:alert(1)',
    `repository: ${JSON.stringify(`https://example.org/${MARKUP}`)}`,
    `maintainers: [${JSON.stringify(MARKUP)}]`,
    `sources: [{ title: ${JSON.stringify(MARKUP)}, url: "data:text/html,x", license: ${JSON.stringify(MARKUP)} }]`,
  ].join('\n');
  const licence = MARKUP.repeat(3);
  for (const version of ['1.0.0', '1.1.0']) {
    await registry.author.mustPublish({
      name: '@acme/hostile',
      version,
      description,
      extra,
      files: {
        'README.md': README,
        LICENSE: licence,
        [MARKUP_FILE]: MARKUP,
        'primes/sources/@acme/all.prime': ATOM,
        'primes/sources/@acme/bad.prime': `rule ${MARKUP}`,
      },
    });
  }
  await registry.author.mustPublish({ name: '@acme/hostile', version: '1.2.0-rc.1', description });
  await registry.author.yank('@acme/hostile', '1.2.0-rc.1', { reason: MARKUP });
  await registry.author.mustPublish({ name: '@acme/hostile', version: '0.9.0', description });
  const removal = { category: 'other', reason: MARKUP };
  await change(registry.admin, 'POST', '0.9.0/removal', removal, '@acme/hostile');
  const deprecation = { message: `\`${MARKUP}\` ${MARKUP}`, successor: { name: '@acme/x' } };
  await change(registry.author, 'PUT', 'deprecation', deprecation, '@acme/hostile');
  const paths = [
    '/',
    `/-/find?q=${encodeURIComponent(MARKUP)}`,
    '/-/find?q=script',
    '/-/prime/@acme/hostile',
    '/-/prime/@acme/hostile/1.2.0-rc.1',
    '/-/prime/@acme/hostile/versions',
    '/-/prime/@acme/hostile/0.9.0',
    '/-/prime/@acme/hostile/0.9.0/graph',
    '/-/prime/@acme/hostile/diff/1.0.0...1.1.0',
    '/-/prime/@acme/hostile/1.1.0/graph',
    '/-/prime/@acme/hostile/1.1.0/atoms',
    `/-/prime/@acme/hostile/1.1.0/atoms?q=${encodeURIComponent(MARKUP)}`,
    '/-/prime/@acme/hostile/1.1.0/read?text=full',
    '/-/prime/@acme/hostile/1.1.0/files',
    '/-/prime/@acme/hostile/1.1.0/files/README.md',
    `/-/prime/@acme/hostile/1.1.0/files/${encodeURIComponent(MARKUP_FILE)}`,
    ...['summary', 'core', 'full'].map(
      (text) => `/-/prime/@acme/hostile/1.1.0/atom/@acme/rule-hostile?text=${text}`,
    ),
    '/-/scope/@acme',
    `/-/scope/${encodeURIComponent(MARKUP)}`,
    `/${encodeURIComponent(MARKUP)}`,
  ];
  for (const path of paths) {
    const { text, headers } = await registry.anonymous.get(path, { accept: 'text/html' });
    assert.match(headers.get('content-type') ?? '', /^text\/html/, path);
    const tags = [...text.matchAll(/<([a-zA-Z][a-zA-Z0-9]*)((?:[^>"]|"[^"]*")*)>/g)];
    for (const [tag, name = '', attributes = ''] of tags) {
      assert.doesNotMatch(name, /^(base|iframe|object|embed|style)$/, `${path} ${tag}`);
      assert.doesNotMatch(
        attributes.replaceAll(/"[^"]*"/g, '""'),
        /\s(on\w+|style|srcset)=/i,
        `${path} ${tag}`,
      );
      if (name === 'script')
        assert.match(attributes, /^ type="module" src="\/-\/assets\/[a-z]+-[0-9a-f]+\.js"$/);
      if (name === 'img') assert.match(attributes, / src="\/-\/prime\/@acme\/hostile\//);
      const [, href] = / href="([^"]*)"/.exec(attributes) ?? [];
      if (href === undefined) continue;
      assert.match(href, /^(\/(?!\/)|#|\?|https:\/\/example\.org)/, `${path} ${tag}`);
      if (href.startsWith('https')) assert.match(attributes, / rel="nofollow noopener noreferrer"/);
    }
    assert.ok(!text.includes('<b>verb'), path);
  }
  const { text } = await registry.anonymous.get('/-/prime/@acme/hostile');
  assert.match(text, /<a class="image" href="https:\/\/example\.org\/pixel\.gif" [^>]*>remote<\/a>/);
  assert.match(text, /<span>relative<\/span>/, 'a relative link leads nowhere');
  const feed = await registry.anonymous.get('/-/feed');
  assert.ok(!feed.text.includes('<script'));
  const picture = await registry.anonymous.get('/-/prime/@acme/hostile/1.1.0/graph.svg');
  assert.doesNotMatch(picture.text, /<(script|a|style|image|text)\b/);
});
