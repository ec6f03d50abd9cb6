// Errors as pages, for browsers only; a private registry shows strangers only how to log in.
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import type { ErrorCode, ProblemExtensions } from '@prime-registry/protocol';
import { Actor, expectProblem, startRegistry } from '@prime-registry/testkit';
import { newVersion } from '@prime-registry/testkit/versions';
import { publishExample } from './example.ts';

const BROWSER = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };

const registry = await startRegistry();
const hidden = await startRegistry({ isPrivate: true });
after(() => Promise.all([registry.stop(), hidden.stop()]));
for (const { author } of [registry, hidden]) await publishExample(author);

describe('a missing page', () => {
  const ABSENT: [path: string, code: ErrorCode, extensions?: ProblemExtensions][] = [
    ['/nowhere', 'not_found'],
    ['/-/nowhere', 'not_found'],
    ['/-/prime/@acme/absent', 'prime_not_found'],
    ['/-/prime/@acme/absent/versions', 'prime_not_found'],
    ['/-/prime/@acme/tea/9.0.0', 'version_not_found'],
    ['/-/prime/@acme/tea/nonsense', 'not_found'],
    ['/-/prime/@acme/tea/9.0.0/graph', 'version_not_found'],
    ['/-/prime/@acme/tea/1.0.0/atom/@acme/absent', 'atom_not_found'],
    [
      '/-/prime/@acme/tea/1.0.0/atom/@acme/rule-steep',
      'atom_not_found',
      { elsewhere: '/-/prime/@acme/tea/1.1.0/atom/@acme/rule-steep' },
    ],
    ['/-/prime/@acme/tea/1.0.0/atom/ACME/x', 'atom_not_found'],
    ['/-/prime/@acme/tea/diff/1.0.0', 'not_found'],
    ['/-/prime/@acme/tea/diff/1.0.0...2.0.0', 'version_not_found'],
    ['/-/prime/@acme/tea/diff', 'not_found'],
    ['/-/scope/@absent', 'not_found'],
    ['/-/scope/absent', 'not_found'],
  ];
  for (const [path, code, extensions] of ABSENT) {
    test(`${path} is a page for browsers, and a problem for programs`, async () => {
      const page = await registry.anonymous.get(path, BROWSER);
      assert.equal(page.status, 404);
      assert.equal(page.headers.get('content-type'), 'text/html; charset=utf-8');
      assert.equal(page.headers.get('cache-control'), 'no-store');
      assert.equal(page.headers.get('x-frame-options'), 'DENY');
      assert.ok(page.text.includes(`404 · ${code}`), page.text);
      expectProblem(await registry.anonymous.get(path), code, extensions);
      expectProblem(await registry.anonymous.get(path, { accept: 'application/json' }), code, extensions);
    });
  }

  test('under a path of the contract, or of the API, is a problem for everybody', async () => {
    for (const path of ['/pack/@acme/absent', '/-/primes/@acme/absent/downloads', '/-/feed/@acme/absent'])
      expectProblem(await registry.anonymous.get(path, BROWSER), 'prime_not_found');
    expectProblem(await registry.anonymous.get('/pack/x', BROWSER), 'not_found');
  });
});

describe('an address that people guess', () => {
  const MEANT: [path: string, meant: string, status: 302 | 308][] = [
    ['/@acme/tea', '/-/prime/@acme/tea', 308],
    ['/%40acme/tea/', '/-/prime/@acme/tea', 308],
    ['/@Acme/Tea/1.0.0-RC.1', '/-/prime/@acme/tea/1.0.0-RC.1', 308],
    ['/@acme/tea@1.0.0', '/-/prime/@acme/tea/1.0.0', 308],
    ['/@acme', '/-/scope/@acme', 308],
    ['/-/prime/@acme/', '/-/scope/@acme', 308],
    ['/-/scope/@acme/tea', '/-/prime/@acme/tea', 308],
    ['/-/prime/@acme/tea/?from=x', '/-/prime/@acme/tea?from=x', 308],
    ['/-/prime/@ACME/tea/1.0.0', '/-/prime/@acme/tea/1.0.0', 308],
    [
      '/-/prime/@acme/tea/1.0.0/atom/@Acme/rule-warm-the-pot',
      '/-/prime/@acme/tea/1.0.0/atom/@acme/rule-warm-the-pot',
      308,
    ],
    ['/-/browse/', '/-/browse', 308],
    ['/-/prime/@acme/tea/graph', '/-/prime/@acme/tea/1.1.0/graph', 302],
    ['/-/prime/@acme/tea/atom/@acme/rule-steep', '/-/atom/@acme/rule-steep?in=@acme/tea', 308],
    ['/-/atom/@acme/rule-steep?in=@acme/tea', '/-/prime/@acme/tea/1.1.0/atom/@acme/rule-steep', 302],
    ['/-/atom/@acme/rule-steep', '/-/prime/@acme/tea/1.1.0/atom/@acme/rule-steep', 302],
    ['/-/atom/@acme/rule-gone?in=@acme/tea', '/-/prime/@acme/tea/1.1.0/atom/@acme/rule-gone', 302],
    ['/-/find?q=&tag=x', '/-/browse?tag=x', 302],
  ];
  for (const [path, meant, expected] of MEANT) {
    test(`${path} leads to ${meant}`, async () => {
      const { status, headers } = await registry.anonymous.request(path, {
        headers: BROWSER,
      });
      assert.deepEqual([status, headers.get('location')], [expected, meant]);
    });
  }

  test('is no address of the API, and leads to no other site', async () => {
    for (const path of [
      '/pack/@acme/tea/',
      '/-/primes/@ACME/tea/downloads',
      '//evil.example/',
      '/@acme//evil.example',
      '/-/atom/@acme/x?in=//evil.example',
      '/@acme/tea/x/y',
    ])
      assert.equal((await registry.anonymous.request(path, { headers: BROWSER })).status, 404, path);
  });

  test('in a private registry tells strangers nothing', async () => {
    for (const path of [
      '/-/prime/@acme/tea/graph',
      '/-/prime/@acme/nothing/graph',
      '/-/atom/@acme/rule-steep',
    ])
      assert.equal((await hidden.anonymous.request(path)).status, 401, path);
  });

  test('that leads nowhere has Primes with similar names, and its words to search for', async () => {
    const { status, text } = await registry.anonymous.get('/-/prime/@other/tea', BROWSER);
    assert.equal(status, 404);
    assert.match(text, /Did you mean …\?<\/h2>\s*<ul class="rows"><li>.*href="\/-\/prime\/@acme\/tea"/);
    assert.match(text, /name="q" value="tea"/);
    await registry.author.mustPublish({ name: '@acme/tea-pots', description: 'Pots' });
    const joined = await registry.anonymous.get('/-/prime/@acme/teapots', BROWSER);
    assert.match(
      joined.text,
      /Did you mean …\?<\/h2>\s*<ul class="rows"><li>.*href="\/-\/prime\/@acme\/tea-pots"/,
    );
    const unknown = await registry.anonymous.get('/docs/some-Tea?x=1', BROWSER);
    assert.match(unknown.text, /name="q" value="docs some tea"/);
    assert.doesNotMatch((await registry.anonymous.get('/-/scope/@absent', BROWSER)).text, /Did you mean/);
  });
});

describe('a version without an inventory', () => {
  test('has a graph page that says so, and cannot be compared', async () => {
    await registry.store.insertVersion(newVersion({ name: '@acme/unread' }), async () => undefined);
    const graph = await registry.anonymous.get('/-/prime/@acme/unread/1.0.0/graph', BROWSER);
    assert.equal(graph.status, 200);
    assert.match(graph.text, /The atoms of this version are unknown/);
    const diff = await registry.anonymous.get('/-/prime/@acme/unread/diff/1.0.0...1.0.0', BROWSER);
    assert.equal(diff.status, 404);
    assert.match(diff.text, /its atoms were never read.*prime-registry index/);
  });
});

describe('an invalid query', () => {
  test('is explained on the page', async () => {
    const long = await registry.anonymous.get(`/-/find?q=${'a'.repeat(300)}`, BROWSER);
    assert.equal(long.status, 400);
    assert.match(long.text, /at most 256 are allowed/);
    const offset = await registry.anonymous.get('/-/find?q=a&offset=-1', BROWSER);
    assert.equal(offset.status, 400);
    const sort = await registry.anonymous.get('/-/browse?sort=size', BROWSER);
    assert.deepEqual(
      [sort.status, /sort &#39;size&#39; is not one of name, newest, downloads/.test(sort.text)],
      [400, true],
    );
  });
});

describe('a private registry', () => {
  const PAGES = [
    '/-/find?q=tea',
    '/-/prime/@acme/tea',
    '/-/prime/@acme/tea/1.1.0',
    '/-/prime/@acme/tea/versions',
    '/-/prime/@acme/tea/1.1.0/graph',
    '/-/prime/@acme/tea/1.1.0/graph.svg',
    '/-/prime/@acme/tea/1.1.0/graph.png',
    '/-/prime/@acme/tea/1.1.0/atom/@acme/rule-steep',
    '/-/prime/@acme/tea/diff/1.0.0...1.1.0',
    '/-/scope/@acme',
    '/-/browse',
    '/-/browse?tag=tea',
    '/-/scopes',
    '/-/feed',
    '/-/feed/@acme',
    '/-/feed/@acme/tea',
    '/-/primes/@acme/tea/downloads',
  ];

  test('answers strangers with 401, whether or not the page exists', async () => {
    for (const path of PAGES) {
      const bodies = [];
      for (const asked of [path, path.replace('tea', 'absent').replace('@acme', '@nobody')]) {
        const { status, headers, text } = await hidden.anonymous.get(asked, {
          ...BROWSER,
          'x-request-id': 'same',
        });
        assert.equal(status, 401, asked);
        assert.equal(headers.get('www-authenticate'), 'Bearer');
        bodies.push(text);
      }
      assert.equal(bodies[0], bodies[1], path);
    }
    const { text } = await hidden.anonymous.get('/-/prime/@acme/tea', BROWSER);
    assert.match(text, /This registry is private/);
    assert.match(text, /a proxy in front that signs people in/);
    assert.doesNotMatch(text, /tea/);
  });

  test('has open pages that reveal nothing of its contents', async () => {
    for (const path of ['/', '/-/publishing', '/-/api']) {
      const { status, text } = await hidden.anonymous.get(path, BROWSER);
      assert.equal(status, 200);
      assert.doesNotMatch(text, /@acme\/tea|How to make tea/);
    }
    assert.match((await hidden.anonymous.get('/')).text, /This registry is private/);
  });

  test('shows its pages to a client with a token, and no shared cache may keep them', async () => {
    const reader = await hidden.actorWith({ permissions: ['read'], scopes: ['*'] });
    for (const path of PAGES) {
      const { status, headers } = await reader.get(path, BROWSER);
      assert.equal(status, 200, path);
      assert.match(headers.get('cache-control') ?? '', /^private, /, path);
    }
    const stranger = new Actor(hidden.baseUrl, hidden.author.token);
    assert.equal(
      (await stranger.get('/-/prime/@acme/tea', BROWSER)).status,
      403,
      'who publishes does not read',
    );
  });
});
