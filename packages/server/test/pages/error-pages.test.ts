// Errors as pages, for browsers only; a private registry shows strangers only how to log in.
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import type { ErrorCode } from '@prime-registry/protocol';
import { Actor, expectProblem, startRegistry } from '@prime-registry/testkit';
import { newVersion } from '@prime-registry/testkit/versions';
import { publishExample } from './example.ts';

const BROWSER = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };

const registry = await startRegistry();
const hidden = await startRegistry({ isPrivate: true });
after(() => Promise.all([registry.stop(), hidden.stop()]));
for (const { author } of [registry, hidden]) await publishExample(author);

describe('a missing page', () => {
  const ABSENT: [path: string, code: ErrorCode][] = [
    ['/nowhere', 'not_found'],
    ['/-/nowhere', 'not_found'],
    ['/-/prime/@acme/absent', 'prime_not_found'],
    ['/-/prime/@acme/absent/versions', 'prime_not_found'],
    ['/-/prime/@acme/tea/9.0.0', 'version_not_found'],
    ['/-/prime/@acme/tea/nonsense', 'not_found'],
    ['/-/prime/@acme/tea/9.0.0/graph', 'version_not_found'],
    ['/-/prime/@acme/tea/1.0.0/atom/@acme/absent', 'atom_not_found'],
    ['/-/prime/@acme/tea/1.0.0/atom/@acme/rule-steep', 'atom_not_found'],
    ['/-/prime/@acme/tea/1.0.0/atom/ACME/x', 'atom_not_found'],
    ['/-/prime/@acme/tea/diff/1.0.0', 'not_found'],
    ['/-/prime/@acme/tea/diff/1.0.0...2.0.0', 'version_not_found'],
    ['/-/prime/@acme/tea/diff', 'not_found'],
    ['/-/scope/@absent', 'not_found'],
    ['/-/scope/absent', 'not_found'],
  ];
  for (const [path, code] of ABSENT) {
    test(`${path} is a page for browsers, and a problem for programs`, async () => {
      const page = await registry.anonymous.get(path, BROWSER);
      assert.equal(page.status, 404);
      assert.equal(page.headers.get('content-type'), 'text/html; charset=utf-8');
      assert.equal(page.headers.get('cache-control'), 'no-store');
      assert.equal(page.headers.get('x-frame-options'), 'DENY');
      assert.ok(page.text.includes(`404 · ${code}`), page.text);
      expectProblem(await registry.anonymous.get(path), code);
      expectProblem(await registry.anonymous.get(path, { accept: 'application/json' }), code);
    });
  }

  test('under a path of the contract, or of the API, is a problem for everybody', async () => {
    for (const path of ['/pack/@acme/absent', '/-/primes/@acme/absent/downloads', '/-/feed/@acme/absent'])
      expectProblem(await registry.anonymous.get(path, BROWSER), 'prime_not_found');
    expectProblem(await registry.anonymous.get('/pack/x', BROWSER), 'not_found');
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
    const empty = await registry.anonymous.get('/-/find?q=', BROWSER);
    assert.deepEqual([empty.status, /Enter what to search for/.test(empty.text)], [200, true]);
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
