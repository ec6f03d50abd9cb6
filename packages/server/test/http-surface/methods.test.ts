// Methods: HEAD works wherever GET does, OPTIONS everywhere, and any other is a 405 that lists the allowed
// ones.
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { expectProblem, RawClient, startRegistry } from '@prime-registry/testkit';
import { ENDPOINTS, fillForEndpoints } from './endpoints.ts';

const registry = await startRegistry({ isWitness: true, publicUrl: 'https://primes.example/team' });
after(() => registry.stop());
await fillForEndpoints(registry);

const METHODS = [
  ...['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'QUERY'],
  ...['PROPFIND', 'MKCOL', 'LOCK', 'REPORT', 'M-SEARCH', 'PURGE', 'SUBSCRIBE'],
];

// A wrong body or type must not hide that the method is wrong. Each endpoint and each method gets all of them, each pair one.
const BODIES: readonly Readonly<Record<string, string>>[] = [
  {},
  { 'Content-Length': '2', 'Content-Type': 'application/json' },
  { 'Content-Length': '2', 'Content-Type': ';;nonsense' },
];

for (const [endpoint, { path, allow }] of Object.values(ENDPOINTS).entries()) {
  describe(path, () => {
    const allowed = allow.split(', ');

    for (const method of METHODS.filter((candidate) => !allowed.includes(candidate))) {
      test(`${method}: 405`, async () => {
        const headers = BODIES[(endpoint + METHODS.indexOf(method)) % BODIES.length] ?? {};
        const client = await RawClient.connect(registry.baseUrl);
        await client.sendHead(`${method} ${path} HTTP/1.1`, { ...headers, Connection: 'close' });
        if ('Content-Length' in headers) await client.send('{}');
        if (method === 'HEAD') {
          const answer = await client.readToEnd();
          assert.match(answer, new RegExp(`^HTTP/1\\.1 405 .*\r\nallow: ${allow}\r\n.*\r\n\r\n$`, 's'));
        } else {
          const answer = await client.readAnswer();
          const { detail } = expectProblem(answer, 'method_not_allowed');
          assert.equal(answer.headers.get('allow'), allow);
          assert.equal(detail, `${method} is not allowed here; use ${allow}.`);
        }
        client.destroy();
      });
    }

    test('OPTIONS: 204 with the allowed methods', async () => {
      const { status, headers, bytes } = await registry.anonymous.request(path, { method: 'OPTIONS' });
      assert.equal(status, 204);
      assert.equal(headers.get('allow'), allow);
      assert.equal(headers.has('content-length'), false);
      assert.equal(bytes.length, 0);
    });

    if (allowed.includes('HEAD')) {
      test('HEAD: status and headers of GET, without a body', async () => {
        const [head = '', nothing] = await exchange('HEAD', path);
        const [get = '', body = ''] = await exchange('GET', path);
        // Its length is known at its end only.
        const isStreamed = /\r\ntransfer-encoding: chunked\r\n/i.test(get);
        assert.equal(nothing, '');
        assert.deepEqual(lasting(head), lasting(get));
        assert.match(get, path.startsWith('/-/atom/') ? /^HTTP\/1\.1 302 / : /^HTTP\/1\.1 200 /);
        // Every request changes the metrics, and so their length.
        if (path !== '/-/metrics' && !isStreamed)
          assert.match(head, new RegExp(`\r\ncontent-length: ${body.length}\r\n`));
      });
    }
  });
}

test('OPTIONS reads no body, and finds paths with percent-escapes', async () => {
  const client = await RawClient.connect(registry.baseUrl);
  const head = { 'Content-Length': '2', 'Content-Type': ';;nonsense', Connection: 'close' };
  await client.sendHead('OPTIONS /%73earch?q=%73 HTTP/1.1', head);
  await client.send('{}');
  assert.match(await client.readToEnd(), /^HTTP\/1\.1 204 .*\r\nallow: GET, HEAD, OPTIONS\r\n/s);
});

describe('an unknown path', () => {
  test('is a 404 for every method', async () => {
    for (const method of [...METHODS, 'OPTIONS']) {
      const client = await RawClient.connect(registry.baseUrl);
      await client.sendHead(`${method} /nowhere HTTP/1.1`, { 'Content-Length': '0', Connection: 'close' });
      assert.match(await client.readToEnd(), /^HTTP\/1\.1 404 /, method);
    }
  });

  test('is a 404 with headers only for HEAD', async () => {
    const [head = '', nothing] = await exchange('HEAD', '/pack/@acme/nothing');
    const [get = '', body = ''] = await exchange('GET', '/pack/@acme/nothing');
    assert.equal(nothing, '');
    assert.deepEqual(lasting(head), lasting(get));
    assert.match(head, new RegExp(`\r\ncontent-length: ${body.length}\r\n`));
  });
});

/**
 * Sends a request with a token.
 * @returns the head of the answer, and what follows until the connection ends
 */
async function exchange(method: string, path: string): Promise<string[]> {
  const client = await RawClient.connect(registry.baseUrl);
  const authorization = { Authorization: `Bearer ${registry.author.token}` };
  await client.sendHead(`${method} ${path} HTTP/1.1`, { Connection: 'close', ...authorization });
  const answer = await client.readToEnd();
  const end = answer.indexOf('\r\n\r\n') + 4;
  return [answer.slice(0, end), answer.slice(end)];
}

function lasting(head: string): string[] {
  return head
    .split('\r\n')
    .filter((line) => !/^(date|x-request-id|content-length|transfer-encoding):/i.test(line));
}
