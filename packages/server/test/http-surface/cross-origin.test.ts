// Pages of other origins may read what everybody may read, and change nothing (the CORS protocol, Fetch
// standard).
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { startRegistry } from '@prime-registry/testkit';

const registry = await startRegistry();
after(() => registry.stop());
await registry.author.mustPublish();

const ORIGIN = { origin: 'https://pages.example' };
const READS = [
  '/pack/%40acme%2Fweb-style',
  '/pack/@acme/web-style/1.0.0',
  '/pack/@acme/web-style/1.0.0/tarball',
  '/search?q=web',
];

describe('a read from another origin', () => {
  for (const path of [...READS, '/pack/@acme/nothing', '/search', '/nowhere', '/-/openapi.json']) {
    test(`${path} is allowed, with the headers that a script needs`, async () => {
      for (const method of ['GET', 'HEAD']) {
        const { headers } = await registry.anonymous.request(path, { method, headers: ORIGIN });
        assert.equal(headers.get('access-control-allow-origin'), '*');
        const exposed = (headers.get('access-control-expose-headers') ?? '').toLowerCase().split(', ');
        const needed = [
          'etag',
          'repr-digest',
          'content-range',
          'accept-ranges',
          'content-disposition',
          'retry-after',
        ];
        for (const name of [...needed, 'x-request-id']) assert.ok(exposed.includes(name), name);
        assert.equal(headers.has('access-control-allow-credentials'), false, 'there are no cookies to send');
      }
    });
  }

  test('is also allowed for a 304 and a range', async () => {
    const path = '/pack/@acme/web-style/1.0.0/tarball';
    for (const [name, value, status] of [
      ['if-none-match', '*', 304],
      ['range', 'bytes=0-1', 206],
      ['range', 'bytes=99999-', 416],
    ] as const) {
      const answer = await registry.anonymous.get(path, { ...ORIGIN, [name]: value });
      assert.equal(answer.status, status);
      assert.equal(answer.headers.get('access-control-allow-origin'), '*');
    }
  });
});

describe('a preflight', () => {
  const ask = (path: string, method: string) =>
    registry.anonymous.request(path, {
      method: 'OPTIONS',
      headers: {
        ...ORIGIN,
        'access-control-request-method': method,
        'access-control-request-headers': 'authorization, range',
      },
    });

  for (const path of READS) {
    test(`of ${path} allows reading, with a token and for a range`, async () => {
      const { status, headers } = await ask(path, 'GET');
      assert.equal(status, 204);
      assert.equal(headers.get('access-control-allow-origin'), '*');
      assert.equal(headers.get('access-control-allow-methods'), 'GET, HEAD');
      const allowed = (headers.get('access-control-allow-headers') ?? '').toLowerCase().split(', ');
      for (const name of ['authorization', 'range', 'if-none-match', 'if-range'])
        assert.ok(allowed.includes(name), name);
      assert.ok(Number(headers.get('access-control-max-age')) > 0);
    });
  }

  test('of a yank does not allow it', async () => {
    const { headers } = await ask('/pack/@acme/web-style/1.0.0', 'DELETE');
    assert.doesNotMatch(headers.get('access-control-allow-methods') ?? '', /DELETE/);
  });

  test('of a publish allows nothing', async () => {
    const { status, headers } = await ask('/publish', 'POST');
    assert.equal(status, 204);
    assert.deepEqual(
      [...headers.keys()].filter((name) => name.startsWith('access-control')),
      [],
    );
  });
});

test('a change is not allowed from other origins', async () => {
  for (const answer of [
    await registry.author.request('/publish', { method: 'POST', headers: ORIGIN, body: 'x' }),
    await registry.author.request('/pack/@acme/web-style/1.0.0', { method: 'DELETE', headers: ORIGIN }),
  ]) {
    assert.equal(answer.headers.has('access-control-allow-origin'), false);
  }
});
