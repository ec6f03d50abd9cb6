// A missing Prime or version is a 404 that says which part is missing or cannot exist: the resolver of a
// client asks its next registry, and a person knows why. Only what cannot be parsed at all is a 400.
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { expectProblem, RawClient, startRegistry } from '@prime-registry/testkit';

const registry = await startRegistry();
after(() => registry.stop());
await registry.author.mustPublish({ version: '1.0.0' });

const { anonymous } = registry;

describe('well-formed, but not published', () => {
  for (const path of ['/pack/@acme/other', '/pack/@acme/other/1.0.0', '/pack/@acme/other/1.0.0/tarball']) {
    test(`${path} names the Prime`, async () => {
      const { detail } = expectProblem(await anonymous.get(path), 'prime_not_found');
      assert.equal(detail, '@acme/other is not in this registry.');
    });
  }

  const versions = ['1.0.1', '1.0.0-rc.1', '10.0.0'];
  for (const suffix of ['', '/tarball']) {
    for (const version of versions) {
      test(`/pack/@acme/web-style/${version}${suffix} names the version`, async () => {
        const answer = await anonymous.get(`/pack/@acme/web-style/${version}${suffix}`);
        const { detail } = expectProblem(answer, 'version_not_found');
        assert.match(
          detail,
          new RegExp(`@acme/web-style is in this registry, but its version ${version} is not`),
        );
      });
    }
  }
});

describe('what cannot exist is a 404 that says what would be right', () => {
  const cases: [path: string, hint: RegExp][] = [
    ['/pack/web-style', /does not begin with '@'; use '@<scope>\/<name>'/],
    ['/pack/@web-style', /has no short name; use '@<scope>\/<name>', such as '@acme\/web-style'/],
    ['/pack/%40web-style', /has no short name/],
    ['/pack/@acme/', /has no short name/],
    ['/pack/acme/web-style', /does not begin with '@'/],
    ['/pack/@ACME/web-style', /write it in lower case: 'acme'/],
    ['/pack/@acme/Web-Style/1.0.0', /write it in lower case: 'web-style'/],
    ['/pack/@acme/1.0.0', /the short name may not itself be a version/],
    ['/pack/@acme/-web', /must begin and end with a letter or a digit/],
    [`/pack/@acme/${'a'.repeat(65)}`, /has 65 characters; at most 64/],
    [`/pack/@${'a'.repeat(3000)}/web-style/1.0.0`, /has 3000 characters; at most 64/],
    ['/pack/@acme/caf%C3%A9', /has 'é' \(U\+00E9\)/],
    ['/pack/@acme/web%00style', /has U\+0000/],
    ['/pack/@acme/web%20style', /U\+0020/],
    ['/pack/@acme/web-style;v=1', /has ';'/],
    ['/pack/@acme/web-style/v1.0.0', /leave out the 'v': '1.0.0'/],
    ['/pack/@acme/web-style/1.0', /it needs three numbers, such as '1.0.0'/],
    ['/pack/@acme/web-style/01.0.0', /may not begin with a zero/],
    ['/pack/@acme/web-style/latest', /'latest' is not a semantic version/],
    ['/pack/@acme/web-style/1.0.0%00/tarball', /is not a semantic version/],
    ['/pack/@acme/web-style/1.0.0%2F..', /nothing at this path/],
    [`/pack/@acme/web-style/1.0.0-${'a'.repeat(123)}`, /too long; a version has at most 128 characters/],
    [`/pack/@acme/web-style/${'1'.repeat(9000)}`, /too long/],
  ];
  for (const [path, hint] of cases) {
    test(`${path.slice(0, 60)}`, async () => {
      const { detail } = expectProblem(await anonymous.get(path), 'not_found');
      assert.match(detail, hint);
    });
  }

  test('a version of 128 characters can exist', async () => {
    const answer = await anonymous.get(`/pack/@acme/web-style/1.0.0-${'a'.repeat(122)}`);
    expectProblem(answer, 'version_not_found');
  });
});

describe('a malformed percent-escape is a 400', () => {
  const paths = [
    '/%',
    '/pack/%zz',
    '/pack/%40acme%2',
    '/pack/@acme/%ff',
    '/pack/@acme/%E2%82',
    '/pack/@acme/web-style/1.0.0%',
    '/pack/@acme/web-style/%C0%AF/tarball',
    '/-/%x',
  ];
  for (const path of paths) {
    test(path, async () => {
      for (const method of ['GET', 'DELETE']) {
        const { detail } = expectProblem(await anonymous.request(path, { method }), 'invalid_request');
        assert.match(detail, /malformed percent-escape/);
      }
      assert.equal((await anonymous.request(path, { method: 'HEAD' })).status, 400);
    });
  }

  test('in a query it is text', async () => {
    assert.equal((await anonymous.get('/search?q=100%')).status, 200);
    assert.equal((await anonymous.get('/pack/@acme/web-style?x=%zz')).status, 200);
  });
});

describe('there is nothing at other paths', () => {
  const paths = [
    ...['/pack', '/pack/', '/pack//', '/publish/', '/search/', '/-/', '/-/nothing'],
    ...['//', '/%2F', '/PACK/@acme/web-style', '//pack/@acme/web-style', '/pack//@acme/web-style'],
    ...['/pack/@acme//web-style', '/pack/@acme/web-style/', '/pack/@acme/web-style/1.0.0/'],
    ...[
      '/pack/@acme/web-style/1.0.0/tarball/',
      '/pack/@acme/web-style/1.0.0/tarball.gz',
      '/pack/./@acme/web-style',
    ],
    ...[
      '/pack/@acme/web-style/../web-style',
      '/x/../pack/@acme/web-style',
      '/pack/@acme/web-style/1.0.0/%2e%2e/x',
    ],
    ...[
      '/pack/@acme/web-style%5C1.0.0',
      `/${'x/'.repeat(5000)}`,
      '/__proto__',
      '/pack/__proto__/constructor',
    ],
  ];
  for (const path of paths) {
    test(path.slice(0, 60), async () => {
      const client = await RawClient.connect(registry.baseUrl);
      await client.sendHead(`GET ${path} HTTP/1.1`, {});
      expectProblem(await client.readAnswer(), 'not_found');
      client.destroy();
    });
  }
});
